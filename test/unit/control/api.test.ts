import { expect, test } from "vitest";
import { readExposition } from "../../../contracts/probes/read-exposition.ts";
import { createControlServer } from "../../../src/control/server/control-server.ts";
import { ROUTES } from "../../../src/control/server/routes.ts";
import { createMock } from "../../../src/index.ts";
import { serveStage } from "../../support/serve-stage.ts";

const JSON_TYPE = { "content-type": "application/json" };
const send = (method: string, body: string): RequestInit => ({
	method,
	headers: JSON_TYPE,
	body,
});

test("reports that it is up", async () => {
	await using stage = await serveStage();
	const response = await stage.send("/__mock/health");
	expect(await response.json()).toEqual({
		status: "ok",
		version: "1.2.3",
		basePath: "",
	});
});

test("reports the base path, and serves the control API below it too", async () => {
	await using stage = await serveStage({ basePath: "/api" });
	for (const path of [
		"",
		"/api",
		"/__session/mine/api",
		"/api/__session/mine",
	]) {
		const health = await stage.send(`${path}/__mock/health`);
		expect(await health.json()).toMatchObject({ basePath: "/api" });
		const { url } = await stage.send(`${path}/__mock`);
		expect(url).toBe(`${stage.url}${path}/__mock/`);
	}
	await stage.send("/api/__mock/nothing");
	expect((await stage.control.requests()).total).toBe(0);
});

test("every response is uncached, not sniffed, without assumptions and without CORS", async () => {
	await using stage = await serveStage();
	for (const path of ["/health", "/", "/nothing", "/requests?limit=x"]) {
		const { headers } = await stage.send(`/__mock${path}`);
		expect(headers.get("cache-control")).toBe("no-store");
		expect(headers.get("x-content-type-options")).toBe("nosniff");
		expect(headers.get("mock-assumptions")).toBeNull();
		expect(headers.get("access-control-allow-origin")).toBeNull();
	}
	expect((await stage.control.requests()).total).toBe(0);
});

test.each([
	["GET", "/health", "200 OK"],
	["HEAD", "/health", "200 OK"],
	["GET", "/events", "200 OK"],
	["POST", "/snapshots", "201 Created"],
	["DELETE", "/faults", "204 No Content"],
	["GET", "", "308 Permanent Redirect"],
	["GET", "/state?limit=1", "400 Bad Request"],
	["GET", "/nothing", "404 Not Found"],
])(
	"sends the reason phrase in the response to %s %s, as the service does",
	async (method, path, line) => {
		await using stage = await serveStage();
		const leave = new AbortController();
		const { status, statusText } = await stage.send(`/__mock${path}`, {
			method,
			redirect: "manual",
			signal: leave.signal,
		});
		leave.abort();
		expect(`${status} ${statusText}`).toBe(line);
	},
);

test("reports its own metrics in the Prometheus format", async () => {
	await using stage = await serveStage({ journal: 1 });
	await stage.createZap("A", "mine");
	await stage.createZap("B", "mine");
	const response = await stage.send("/__mock/metrics");
	expect(response.headers.get("content-type")).toBe(
		"text/plain; version=0.0.4; charset=utf-8",
	);
	const { total, types } = readExposition(await response.text());
	expect(total("understudy_sessions")).toBe(2);
	expect(total("understudy_journal_entries")).toBe(1);
	expect(total("understudy_journal_dropped_total")).toBe(1);
	expect(total("process_resident_memory_bytes")).toBeGreaterThan(1e6);
	expect(total("understudy_uptime_seconds")).toBeGreaterThan(0);
	expect(types.get("understudy_journal_dropped_total")).toBe("counter");
});

test("filters the journal by query parameters", async () => {
	await using stage = await serveStage();
	await stage.send("/v1/health");
	await stage.createZap("A", "mine");
	await stage.createZap("B", "mine");
	const seen = async (search: string, headers = {}) => {
		const response = await stage.send(`/__mock/requests${search}`, { headers });
		const { requests, total, dropped } = await response.json();
		expect(dropped).toBe(0);
		return `${requests.length} of ${total}`;
	};
	expect(await seen("")).toBe("3 of 3");
	expect(await seen("?operation=createZap&method=POST")).toBe("2 of 2");
	expect(await seen("?path=/v1/health&status=200")).toBe("1 of 1");
	expect(await seen("?status=404")).toBe("0 of 0");
	expect(await seen("?limit=1")).toBe("1 of 3");
	expect(await seen("?session=mine&limit=0")).toBe("0 of 2");
	expect(await seen("", { "mock-session": "mine" })).toBe("2 of 2");
	expect(await seen("?session=mine", { "mock-session": "mine" })).toBe(
		"2 of 2",
	);
});

test("counts by a part of the body, and reports how many entries were dropped", async () => {
	await using stage = await serveStage({ journal: 2 });
	for (const name of ["A", "B", "B"]) await stage.createZap(name);
	const response = await stage.send(
		"/__mock/requests/count",
		send("POST", '{"operation":"createZap","body":{"name":"B"}}'),
	);
	expect(await response.json()).toEqual({
		count: 2,
		dropped: 1,
		uncompared: 0,
	});
	const all = await stage.send("/__mock/requests/count", { method: "POST" });
	expect(await all.json()).toEqual({
		count: 2,
		dropped: 1,
		uncompared: 0,
	});
});

test.each([
	["/requests?limit=-1", "limit", "must be a whole number"],
	["/requests?limit=ten", "limit", "must be a whole number"],
	["/requests?status=", "status", "is empty"],
	[
		"/requests?operatoin=getHealth",
		"operatoin",
		'is an unknown parameter. Did you mean "operation"? Available: operation, method, path, status, limit, session',
	],
	["/requests?method=GET&method=PUT", "method", "is sent more than once"],
	["/state?limit=1", "limit", "is an unknown parameter. Available: session"],
])("rejects %s and names the parameter", async (path, parameter, detail) => {
	await using stage = await serveStage();
	const response = await stage.send(`/__mock${path}`);
	expect(response.status).toBe(400);
	expect(response.headers.get("content-type")).toBe("application/problem+json");
	expect(await response.json()).toEqual({
		type: "about:blank",
		title: "Bad Request",
		status: 400,
		detail: "Invalid query parameters.",
		errors: [{ parameter, detail }],
	});
});

test("reports all invalid parameters at once", async () => {
	await using stage = await serveStage();
	const response = await stage.send(
		"/__mock/requests?limit=x&status=abc&foo=1&path=/a&path=/b",
	);
	expect(response.status).toBe(400);
	expect((await response.json()).errors).toEqual([
		{
			parameter: "foo",
			detail:
				"is an unknown parameter. Available: operation, method, path, status, limit, session",
		},
		{ parameter: "path", detail: "is sent more than once" },
		{ parameter: "status", detail: "must be a whole number" },
		{ parameter: "limit", detail: "must be a whole number" },
	]);
});

test("accepts the session as a query parameter on every route", async () => {
	await using stage = await serveStage({ dataset: "empty" });
	await stage.createZap("A", "mine");
	await stage.send("/v1/none", { headers: { "mock-session": "mine" } });
	const ask = async (method: string, path: string) =>
		(await stage.send(`/__mock${path}?session=mine`, { method })).json();
	expect((await ask("GET", "/state")).zaps).toHaveLength(1);
	expect((await ask("GET", "/requests/unmatched")).requests).toHaveLength(1);
	expect((await ask("POST", "/requests/count")).count).toBe(2);
	expect((await ask("POST", "/requests/find")).total).toBe(2);
	await stage.send("/v1/health");
	await stage.send("/__mock/requests?session=mine", { method: "DELETE" });
	expect((await ask("POST", "/requests/count")).count).toBe(0);
	expect((await stage.control.requests()).total).toBe(1);
});

test("accepts the session in the header or in the path", async () => {
	await using stage = await serveStage({ dataset: "empty" });
	await stage.createZap("A", "mine");
	const zapsOf = async (path: string, headers = {}) => {
		const { zaps } = await (await stage.send(path, { headers })).json();
		return zaps.length;
	};
	const header = { "mock-session": "mine" };
	expect(await zapsOf("/__mock/state")).toBe(0);
	expect(await zapsOf("/__mock/state", header)).toBe(1);
	expect(await zapsOf("/__session/mine/__mock/state")).toBe(1);
	expect(await zapsOf("/__session/mine/__mock/state", header)).toBe(1);
});

test.each([
	[
		"/__session/a/__mock/state",
		"b",
		'The request names two sessions, "b" and "a". Name only one.',
	],
	[
		"/__mock/requests?session=a",
		"b",
		'The request names two sessions, "b" and "a". Name only one.',
	],
	...["requests", "events"].map((route): [string, undefined, string] => [
		`/__session/a/__mock/${route}?session=b`,
		undefined,
		'The request names two sessions, "a" and "b". Name only one.',
	]),
	[
		"/__session/a/__mock/state?session=b",
		undefined,
		'The request names two sessions, "a" and "b". Name only one.',
	],
	["/__session/a%20b/__mock/state", undefined, 'Invalid session name "a%20b".'],
	["/__session//__mock/state", undefined, 'Invalid session name "".'],
	["/__mock/state", "a b", 'Invalid session name "a b".'],
	["/__mock/events?session=a b", undefined, 'Invalid session name "a b".'],
])("rejects %s with Mock-Session %s", async (path, session, detail) => {
	await using stage = await serveStage();
	const response = await stage.send(path, {
		headers: session === undefined ? {} : { "mock-session": session },
	});
	expect(response.status).toBe(400);
	expect((await response.json()).detail).toContain(detail);
});

test("lists the routes in the response to an unknown path", async () => {
	await using stage = await serveStage();
	for (const path of ["/scenarios/", "/Health", "/snapshots//restore"]) {
		const response = await stage.send(`/__mock${path}`);
		const { detail, routes } = await response.json();
		expect(response.status).toBe(404);
		expect(detail).toBe(
			`The control API has no route /__mock${path}. Use one of \`routes\`.`,
		);
		expect(routes).toContain(
			"GET /__mock/requests: Returns the journal, newest first",
		);
	}
});

test.each([
	["PATCH", "/state", "GET, PUT, HEAD"],
	["GET", "/reset", "POST"],
	["POST", "/scenario", "PUT"],
	["OPTIONS", "/snapshots", "POST, GET, HEAD"],
	["PUT", "/snapshots/1", "DELETE"],
])(
	"rejects %s %s and lists the allowed methods",
	async (method, path, allow) => {
		await using stage = await serveStage();
		const response = await stage.send(`/__mock${path}`, { method });
		expect(response.status).toBe(405);
		expect(response.headers.get("allow")).toBe(allow);
		expect((await response.json()).detail).toBe(
			`/__mock${path} does not support ${method}. Use ${allow.split(", ").join(" or ")}.`,
		);
	},
);

test("supports HEAD wherever it supports GET, with the same headers", async () => {
	await using stage = await serveStage();
	for (const { method, path } of ROUTES) {
		if (method !== "GET") continue;
		const response = await stage.send(`/__mock${path}`, {
			method: "HEAD",
			redirect: "manual",
		});
		expect(response.status).toBe(path === "" ? 308 : 200);
		expect(await response.text()).toBe("");
	}
});

test("redirects to the page if the trailing slash is missing, in a session too", async () => {
	await using stage = await serveStage();
	for (const session of ["", "/__session/mine"]) {
		const { url } = await stage.send(`${session}/__mock`);
		expect(url).toBe(`${stage.url}${session}/__mock/`);
	}
});

test("returns the OpenAPI document of the service", async () => {
	await using stage = await serveStage();
	const response = await stage.send("/__mock/openapi.json");
	expect(await response.json()).toEqual({ openapi: "3.1.0" });
});

test("responds with 500 and calls onError if the mock itself fails", async () => {
	const mock = createMock();
	const errors: unknown[] = [];
	const failure = new Error("The disk is full.");
	const server = createControlServer({
		control: { ...mock.control, state: () => Promise.reject(failure) },
		document: async () => ({}),
		onError: (error) => errors.push(error),
	});
	const request = new Request("http://localhost/__mock/state", {
		headers: { host: "localhost" },
	});
	const response = await server(request, { address: "127.0.0.1" });
	expect(await response.json()).toEqual({
		type: "about:blank",
		title: "Internal Server Error",
		status: 500,
		detail: "The mock itself failed: The disk is full.",
	});
	expect(errors).toEqual([failure]);
	await mock.close();
});

test("lists the routes if there is no page", async () => {
	const mock = createMock();
	const server = createControlServer({
		control: mock.control,
		document: async () => ({}),
	});
	const request = new Request("http://localhost/__mock/", {
		headers: { host: "localhost" },
	});
	const { routes } = await (await server(request, { address: "::1" })).json();
	expect(routes).toContain(
		"GET /__mock/health: Returns the status of the mock itself",
	);
	await mock.close();
});
