import { expect, test } from "vitest";
import { createTestMock, inSession } from "./test-mock.ts";

test.each([{ basePath: "/api" }, { baseUrl: "http://zaps.test/api" }])(
	"with %j, finds the session before and after the base path",
	async (options) => {
		await using mock = createTestMock({ ...options, dataset: "empty" });
		for (const path of ["/__session/a/api", "/api/__session/a"])
			await mock.post(`${path}/v1/zaps`, { name: path });
		const { body } = await mock.get("/api/v1/zaps", inSession("a"));
		expect(body).toMatchObject({
			items: [{ name: "/api/__session/a" }, { name: "/__session/a/api" }],
		});
		const { requests } = await mock.control.session("a").requests();
		expect(requests.map(({ path }) => path)).toEqual(
			Array.from({ length: 3 }, () => "/api/v1/zaps"),
		);
	},
);

test("reads no session name anywhere else in a path or in the query", async () => {
	await using mock = createTestMock({ basePath: "/api" });
	for (const path of [
		"/other/__session/a/api/v1/health",
		"/apis/__session/a/v1/health",
		"/__session/a/v1/health",
		"/api/v1/__session/a/health",
		"/__sessions/a/api/v1/health",
		"/__Session/a/api/v1/health",
		"/__session/a/__session/a/api/v1/health",
	])
		expect((await mock.get(path)).status).toBe(404);
	await mock.get("/api/v1/health?/__session/a/v1/zaps");
	expect((await mock.control.requests()).requests[0]).toMatchObject({
		session: "default",
		path: "/api/v1/health",
	});
});

test.each([
	["/__session/a?limit=1", "/"],
	["/__session/a", "/"],
	["/__session/a/", "/"],
	["/__session/a//v1/health", "//v1/health"],
])("records %s as the path %s of the session", async (path, recorded) => {
	await using mock = createTestMock();
	expect((await mock.get(path)).status).toBe(404);
	expect(await mock.control.unmatchedRequests()).toMatchObject([
		{ session: "a", path: recorded },
	]);
});

test("compares session names byte for byte", async () => {
	await using mock = createTestMock({ dataset: "empty" });
	await mock.create("of a", "a");
	expect(await mock.names("A")).toEqual([]);
	expect(await mock.names("a.")).toEqual([]);
	for (const path of ["/__session/%61", "/__session/A"]) {
		const { body } = await mock.get(`${path}/v1/zaps`);
		expect(JSON.stringify(body)).not.toContain("of a");
	}
});
