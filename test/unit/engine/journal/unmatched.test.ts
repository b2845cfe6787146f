import { expect, test } from "vitest";
import { createTestMock, inSession } from "../test-mock.ts";

test("lists unmatched requests, newest first, with the nearest operations and why they did not match", async () => {
	await using mock = createTestMock();
	await mock.get("/v1/health");
	await mock.get("/v1/Zaps?limit=1");
	await mock.post("/v1/healt", { a: 1 });
	await mock.get("/nothing/like/it/at/all");
	const [far, near, cased] = await mock.unmatchedRequests();
	expect(far).toMatchObject({ path: "/nothing/like/it/at/all", nearest: [] });
	expect(near).toMatchObject({
		request: { body: { a: 1 } },
		nearest: [{ operation: "getHealth" }],
	});
	const why = "the path differs in case from /v1/zaps";
	expect(cased).toMatchObject({
		path: "/v1/Zaps",
		query: { limit: "1" },
		status: 404,
		matched: false,
		operation: null,
		nearest: [
			{ operation: "listZaps", why },
			{ operation: "createZap", why: `${why}, and the method is POST` },
		],
	});
});

test.each([
	["/v1/zaps/", "the path has an extra slash; the operation is at /v1/zaps"],
	["/v1/%7aaps", "the path is percent-encoded; the operation is at /v1/zaps"],
	["/zaps", "the path lacks the beginning of /v1/zaps"],
	["/api/v1/zaps", "the path has a prefix before /v1/zaps"],
	["/v1/zaps/7", "the path continues after /v1/zaps"],
	["/v1/zap", "the path is /v1/zaps"],
])("explains %s: %s", async (path, why) => {
	await using mock = createTestMock();
	await mock.get(path);
	const [{ nearest } = {}] = await mock.unmatchedRequests();
	expect(nearest).toContainEqual({ operation: "listZaps", why });
});

test("includes requests with an undefined method, explained by the methods alone, but no rejected ones", async () => {
	await using mock = createTestMock();
	await mock.send("/v1/zaps", { method: "DELETE" });
	await mock.post("/v1/zaps", { id: "rejected" });
	await mock.get("/v1/zaps", { prefer: "code=999" });
	const unmatched = await mock.unmatchedRequests();
	expect(unmatched).toMatchObject([{ method: "DELETE", status: 405 }]);
	expect(unmatched[0]?.nearest).toEqual([
		{ operation: "listZaps", why: "the method is GET" },
		{ operation: "createZap", why: "the method is POST" },
	]);
});

test("lists only requests of the session of the control, until they are cleared", async () => {
	await using mock = createTestMock();
	await mock.get("/v1/none", inSession("a"));
	await mock.get("/v1/nope");
	const a = mock.session("a");
	expect(await a.unmatchedRequests()).toMatchObject([{ path: "/v1/none" }]);
	expect(await mock.unmatchedRequests()).toHaveLength(2);
	await a.clearRequests();
	expect(await a.unmatchedRequests()).toEqual([]);
	expect(await mock.unmatchedRequests()).toHaveLength(1);
	await mock.clearRequests();
	expect((await mock.requests()).total).toBe(0);
});

test("assigns a request with an invalid session name to the default session", async () => {
	await using mock = createTestMock();
	await mock.get("/v1/none", inSession("a b"));
	const { requests } = await mock.session("default").requests();
	expect(requests).toMatchObject([{ status: 400, matched: false }]);
});
