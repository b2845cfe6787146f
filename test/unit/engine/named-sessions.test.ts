import { expect, test } from "vitest";
import { createTestMock, inSession } from "./test-mock.ts";

const LONGEST = "Session-1_of.".repeat(8).slice(0, 100);

test("accepts a name of up to 100 letters, digits, dots, underscores and hyphens, and compares it byte for byte", async () => {
	await using mock = createTestMock({ dataset: "empty" });
	const names = ["...", ".a", "-", "a.b_C-9", "default", "a", "A", "a."];
	for (const id of [LONGEST, ...names]) {
		expect((await mock.create(id, id)).status).toBe(201);
		expect(await mock.names(id)).toEqual([id]);
	}
});

const INVALID = ["", ".", "..", "a b", "a/b", "a,b", "a%20b", "a:b", "é"];
const REJECTED: readonly (readonly [
	path: string,
	headers: Readonly<Record<string, string>>,
	reason: string,
])[] = [
	...[...INVALID, `${LONGEST}x`].map(
		(id) => ["", inSession(id), `Invalid session name "${id}".`] as const,
	),
	...["", "a%20b", "a:b", `${LONGEST}x`].map(
		(id) => [`/__session/${id}`, {}, `Invalid session name "${id}".`] as const,
	),
	["/__session/a", inSession("b"), 'names session "b", but the path names "a"'],
];

test.each(REJECTED)(
	"rejects a request to %j with %j, marks the rejection as its own, and records it in the default session",
	async (prefix, sent, reason) => {
		await using mock = createTestMock({ dataset: "empty" });
		const path = `${prefix}/v1/zaps`;
		const zap = { name: "No" };
		const preferring = { ...sent, prefer: "code=503" };
		const { headers, body } = await mock.post(path, zap, preferring);
		expect(headers.get("preference-applied")).toBeNull();
		expect(headers.get("mock-error")).toBe("session");
		expect(headers.get("mock-assumptions")).toBeNull();
		const detail = expect.stringContaining(reason);
		const errors = [{ parameter: "Mock-Session" }];
		const type = "urn:understudy:rejected";
		expect(body).toMatchObject({ type, status: 400, detail, errors });
		const { requests } = await mock.session("default").requests();
		expect(requests).toMatchObject([{ status: 400 }]);
		for (const id of ["a", "b", "default"])
			expect(await mock.names(id)).toEqual([]);
	},
);

test("uses the session of the running code, unless a request or a control names one", async () => {
	const currentSession = () => "a";
	await using mock = createTestMock({ currentSession, dataset: "empty" });
	await mock.post("/v1/zaps", { name: "of a" });
	await mock.create("of b", "b");
	await mock.post("/__session/c/v1/zaps", { name: "of c" });
	for (const id of "abc") expect(await mock.names(id)).toEqual([`of ${id}`]);
	await mock.setScenario("unhealthy");
	await mock.session("b").setScenario("broken");
	expect(await mock.status("/v1/health")).toBe(503);
	expect(await mock.status("/v1/health", inSession("b"))).toBe(500);
	expect(await mock.status("/v1/health", inSession("c"))).toBe(200);
});

test.each([{ basePath: "/api" }, { baseUrl: "http://zaps.test/api" }])(
	"with %j, finds the session before and after the base path",
	async (options) => {
		await using mock = createTestMock({ ...options, dataset: "empty" });
		for (const path of ["/__session/a/api", "/api/__session/a"])
			await mock.post(`${path}/v1/zaps`, { name: path });
		const { requests } = await mock.session("a").requests();
		expect(requests).toMatchObject([
			{ path: "/api/v1/zaps", request: { body: { name: "/api/__session/a" } } },
			{ path: "/api/v1/zaps", request: { body: { name: "/__session/a/api" } } },
		]);
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
		expect(await mock.status(path)).toBe(404);
	await mock.get("/api/v1/health?/__session/a/v1/zaps");
	expect((await mock.requests()).requests[0]).toMatchObject({
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
	expect(await mock.status(path)).toBe(404);
	expect(await mock.unmatchedRequests()).toMatchObject([
		{ session: "a", path: recorded },
	]);
});
