import { expect, test } from "vitest";
import { createStage, inSession } from "./stage.ts";

test.each([{ basePath: "/api" }, { baseUrl: "http://zaps.test/api" }])(
	"finds the session of %j before and after what the paths begin with",
	async (options) => {
		await using stage = createStage({ ...options, dataset: "empty" });
		for (const path of ["/__session/a/api", "/api/__session/a"])
			await stage.post(`${path}/v1/zaps`, { name: path });
		const { body } = await stage.get("/api/v1/zaps", inSession("a"));
		expect(body).toMatchObject({
			items: [{ name: "/api/__session/a" }, { name: "/__session/a/api" }],
		});
		const { requests } = await stage.control.session("a").requests();
		expect(requests.map(({ path }) => path)).toEqual(
			Array.from({ length: 3 }, () => "/api/v1/zaps"),
		);
	},
);

test("takes no other place of a path for the name of a session", async () => {
	await using stage = createStage({ basePath: "/api" });
	for (const path of [
		"/other/__session/a/api/v1/health",
		"/apis/__session/a/v1/health",
		"/__session/a/v1/health",
		"/api/v1/__session/a/health",
		"/__sessions/a/api/v1/health",
		"/__Session/a/api/v1/health",
		"/__session/a/__session/a/api/v1/health",
	])
		expect((await stage.get(path)).status).toBe(404);
});

test.each([
	["/__session/a?limit=1", "/"],
	["/__session/a", "/"],
	["/__session/a/", "/"],
	["/__session/a//v1/health", "//v1/health"],
])("tells %s as the path %s of that session", async (path, told) => {
	await using stage = createStage();
	expect((await stage.get(path)).status).toBe(404);
	expect(await stage.control.unmatchedRequests()).toMatchObject([
		{ session: "a", path: told },
	]);
});

test("takes a question mark for the end of a path, whatever stands behind it", async () => {
	await using stage = createStage();
	await stage.get("/v1/health?/__session/a/v1/zaps");
	expect((await stage.control.requests()).requests).toMatchObject([
		{ session: "default", path: "/v1/health" },
	]);
});

test("compares the names of sessions byte for byte", async () => {
	await using stage = createStage({ dataset: "empty" });
	await stage.create("of a", "a");
	expect(await stage.names("A")).toEqual([]);
	expect(await stage.names("a.")).toEqual([]);
	for (const path of ["/__session/%61", "/__session/A"]) {
		const { body } = await stage.get(`${path}/v1/zaps`);
		expect(JSON.stringify(body)).not.toContain("of a");
	}
});
