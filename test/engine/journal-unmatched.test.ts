import { expect, test } from "vitest";
import { createStage, inSession } from "./stage.ts";

test("tells requests that nothing matched, newest first, with what came closest and why", async () => {
	await using stage = createStage();
	await stage.get("/v1/health");
	await stage.get("/v1/Zaps?limit=1");
	await stage.post("/v1/healt", { a: 1 });
	await stage.get("/nothing/like/it/at/all");
	const unmatched = await stage.control.unmatchedRequests();
	expect(unmatched).toMatchObject([
		{ path: "/nothing/like/it/at/all", nearest: [] },
		{
			path: "/v1/healt",
			request: { body: { a: 1 } },
			nearest: [{ operation: "getHealth" }],
		},
		{
			path: "/v1/Zaps",
			query: { limit: "1" },
			status: 404,
			matched: false,
			operation: null,
			nearest: [
				{
					operation: "listZaps",
					why: "the path differs in case from /v1/zaps",
				},
				{
					operation: "createZap",
					why: "the path differs in case from /v1/zaps, and the method is POST",
				},
			],
		},
	]);
});

test("counts a request with an undefined method, and none that was refused, among them", async () => {
	await using stage = createStage();
	await stage.core.fetch(
		new Request("http://zaps.test/metrics", { method: "DELETE" }),
	);
	await stage.post("/v1/zaps", { id: "refused" });
	await stage.get("/v1/zaps", { prefer: "code=999" });
	expect(await stage.control.unmatchedRequests()).toMatchObject([
		{ method: "DELETE", status: 405 },
	]);
});

test("says of an undefined method what the methods are, and nothing of the path, which is right", async () => {
	await using stage = createStage();
	await stage.core.fetch(
		new Request("http://zaps.test/v1/zaps", { method: "DELETE" }),
	);
	const [unmatched] = await stage.control.unmatchedRequests();
	expect(unmatched?.nearest).toEqual([
		{ operation: "listZaps", why: "the method is GET" },
		{ operation: "createZap", why: "the method is POST" },
	]);
});

test("keeps to the session whose control is asked, and forgets what is cleared", async () => {
	await using stage = createStage();
	await stage.get("/v1/none", inSession("a"));
	await stage.get("/v1/nope");
	const a = stage.control.session("a");
	expect(await a.unmatchedRequests()).toMatchObject([{ path: "/v1/none" }]);
	expect(await stage.control.unmatchedRequests()).toHaveLength(2);
	await a.clearRequests();
	expect(await a.unmatchedRequests()).toEqual([]);
	expect(await stage.control.unmatchedRequests()).toHaveLength(1);
});

test("tells a request that names its session badly as one of the default session", async () => {
	await using stage = createStage();
	await stage.get("/v1/none", inSession("a b"));
	expect(
		await stage.control.session("default").unmatchedRequests(),
	).toMatchObject([{ session: "default", status: 400 }]);
});
