import { expect, test } from "vitest";
import { createTestMock, inSession } from "../test-mock.ts";

test("lists the unmatched requests of a session or of all, newest first, with the nearest operations, but no rejected ones", async () => {
	await using mock = createTestMock();
	await mock.get("/v1/health");
	await mock.get("/v1/none?limit=1", inSession("a"));
	await mock.post("/v1/healt", { a: 1 });
	const { body } = await mock.get("/nothing/like/it/at/all");
	expect(body).toMatchObject({
		operations: expect.arrayContaining(["GET /v1/zaps", "POST /v1/zaps"]),
	});
	await mock.send("/v1/zaps", { method: "DELETE" });
	await mock.post("/v1/zaps", { id: "rejected" });
	await mock.get("/v1/zaps", { prefer: "code=999" });
	const unmatched = await mock.unmatchedRequests();
	expect(unmatched).toMatchObject([
		{ method: "DELETE", status: 405 },
		{ path: "/nothing/like/it/at/all", nearest: [] },
		{ request: { body: { a: 1 } }, nearest: [{ operation: "getHealth" }] },
		{ path: "/v1/none", query: { limit: "1" }, operation: null },
	]);
	expect(unmatched[0]?.nearest).toEqual([
		{ operation: "listZaps", why: "the method is GET" },
		{ operation: "createZap", why: "the method is POST" },
	]);
	const ofA = await mock.session("a").unmatchedRequests();
	expect(ofA).toEqual(unmatched.slice(3));
});

test.each([
	["/v1/Zaps", "the path differs in case from /v1/zaps"],
	["/v1/zaps/", "the path has an extra slash; the operation is at /v1/zaps"],
	["/v1/%7aaps", "the path is percent-encoded; the operation is at /v1/zaps"],
	["/zaps", "the path lacks the beginning of /v1/zaps"],
	["/api/v1/zaps", "the path has a prefix before /v1/zaps"],
	["/v1/zaps/7", "the path continues after /v1/zaps"],
	["/v1/zap", "the path is /v1/zaps"],
	["/v1/zaps", "the path lacks the beginning of /api/v1/zaps", "/api"],
	["/x/api/v1/zaps", "the path has a prefix before /api/v1/zaps", "/api"],
	["/api/v1/zap", "the path is /api/v1/zaps", "/api"],
])("explains %s: %s", async (path, why, basePath = "") => {
	await using mock = createTestMock({ basePath });
	await mock.get(path);
	const [{ nearest } = {}] = await mock.unmatchedRequests();
	expect(nearest?.[0]).toEqual({ operation: "listZaps", why });
});
