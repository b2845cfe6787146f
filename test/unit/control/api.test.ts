import { expect, test } from "vitest";
import { ROUTES } from "../../../src/control/server/routes.ts";
import { readExposition } from "../../../src/values/read-exposition.ts";
import { REPLICAS } from "../../support/replicas.ts";
import { serveStage } from "../../support/serve-stage.ts";
import { testStage } from "../../support/test-stage.ts";
import { openControlServer } from "./open-control-server.ts";
import { sendRawRequest } from "./raw-request.ts";

const stage = await testStage();

/** Sends a request line like `GET /health` to the control API. */
function sendLine(line: string): Promise<Response> {
	const [method = "", path] = line.split(" ");
	return stage.send(`/__mock${path}`, { method, redirect: "manual" });
}

test.each([
	["", ["", "/__session/mine"]],
	["/api", ["", "/api", "/__session/mine/api", "/api/__session/mine"]],
])("with the base path %j, is below each of %j", async (basePath, prefixes) => {
	await using served = await serveStage({ basePath });
	for (const prefix of prefixes) {
		const health = await served.send(`${prefix}/__mock/health`);
		const expected = { status: "ok", version: "1.2.3", basePath };
		expect(await health.json()).toEqual(expected);
		const { url } = await served.send(`${prefix}/__mock`);
		expect(url).toBe(`${served.url}${prefix}/__mock/`);
	}
	await served.send(`${basePath}/__mock/nothing`);
	expect((await served.control.requests()).total).toBe(0);
});

test.each(["/health", "/", "/nothing", "/requests?limit=x"])(
	"the response to GET %s is uncached, not sniffed, without assumptions and without CORS",
	async (path) => {
		const { headers } = await sendLine(`GET ${path}`);
		expect(Object.fromEntries(headers)).toMatchObject({
			"cache-control": "no-store",
			"x-content-type-options": "nosniff",
		});
		expect(headers.has("mock-assumptions")).toBe(false);
		expect(headers.has("access-control-allow-origin")).toBe(false);
	},
);

test.each([
	["GET /health", "200 OK"],
	["GET /events", "200 OK"],
	["POST /snapshots", "201 Created"],
	["DELETE /faults", "204 No Content"],
	["GET ", "308 Permanent Redirect"],
	["GET /state?limit=1", "400 Bad Request"],
	["GET /nothing", "404 Not Found"],
])("responds to %s with %s, as the service does", async (line, reason) => {
	const { status, statusText } = await sendLine(line);
	expect(`${status} ${statusText}`).toBe(reason);
});

// The metrics of one process: another one may have served the other requests.
test.skipIf(REPLICAS)(
	"reports its own metrics in the Prometheus format",
	async () => {
		await using served = await serveStage({ journal: 1 });
		for (const name of ["A", "B"]) await served.createZap(name, "mine");
		await sendRawRequest(served, undefined, { host: "a:99999" });
		const response = await served.send("/__mock/metrics");
		expect(response.headers.get("content-type")).toBe(
			"text/plain; version=0.0.4; charset=utf-8",
		);
		const { total, types } = readExposition(await response.text());
		for (const [name, value] of [
			["understudy_sessions", 2],
			["understudy_journal_entries", 1],
			["understudy_journal_dropped_total", 1],
			["understudy_rejected_requests_total", 1],
		] as const)
			expect(total(name), name).toBe(value);
		expect(total("process_resident_memory_bytes")).toBeGreaterThan(1e6);
		expect(total("understudy_uptime_seconds")).toBeGreaterThan(0);
		expect(types.get("understudy_journal_dropped_total")).toBe("counter");
	},
);

test("returns the journal for a query, and counts by a part of the body", async () => {
	await using served = await serveStage({ journal: 2 });
	await served.send("/v1/health");
	for (const name of ["dropped", "A", "B"])
		await served.createZap(name, "mine");
	for (const [search, counts] of [
		["", "3 of 3"],
		["?operation=createZap&method=POST", "2 of 2"],
		["?path=/v1/health&status=200", "1 of 1"],
		["?status=404", "0 of 0"],
		["?limit=1", "1 of 3"],
		["?session=mine&limit=0", "0 of 2"],
	]) {
		const response = await served.send(`/__mock/requests${search}`);
		const { requests, total } = await response.json();
		expect(`${requests.length} of ${total}`, search).toBe(counts);
	}
	const count = async (init: RequestInit = {}) => {
		const sent = { method: "POST", ...init };
		return (await served.send("/__mock/requests/count", sent)).json();
	};
	const filter = {
		headers: { "content-type": "application/json" },
		body: '{"operation":"createZap","body":{"name":"B"}}',
	};
	expect(await count(filter)).toEqual({ count: 1, dropped: 1 });
	expect(await count()).toEqual({ count: 3, dropped: 1 });
});

const AVAILABLE =
	"Available: operation, method, path, status, violations, before, limit, session";

test.each([
	["/requests?limit=-1", "limit must be a whole number"],
	["/requests?status=", "status is empty"],
	[
		"/requests?operatoin=getHealth",
		`operatoin is an unknown parameter. Did you mean "operation"? ${AVAILABLE}`,
	],
	["/state?limit=1", "limit is an unknown parameter. Available: session"],
	["/events?changes=yes", "changes must be true or false"],
	[
		"/requests?limit=x&status=abc&foo=1&path=/a&path=/b",
		`foo is an unknown parameter. ${AVAILABLE}`,
		"path is sent more than once",
		"status must be a whole number",
		"limit must be a whole number",
	],
])("rejects %s and names every invalid parameter", async (path, ...errors) => {
	const response = await sendLine(`GET ${path}`);
	expect(response.status).toBe(400);
	expect(response.headers.get("content-type")).toBe("application/problem+json");
	expect(await response.json()).toEqual({
		type: "about:blank",
		title: "Bad Request",
		status: 400,
		detail: "Invalid query parameters.",
		errors: errors.map((error) => {
			const [parameter = ""] = error.split(" ");
			return { parameter, detail: error.slice(parameter.length + 1) };
		}),
	});
});

const HEALTH_ROUTE = "GET /__mock/health";

test.each(["/scenarios/", "/Health", "/snapshots//restore"])(
	"lists the routes for the unknown path %s",
	async (path) => {
		const response = await sendLine(`GET ${path}`);
		expect(response.status).toBe(404);
		expect(await response.json()).toMatchObject({
			detail: `The control API has no route /__mock${path}. Use one of \`routes\`.`,
			routes: expect.arrayContaining([HEALTH_ROUTE]),
		});
	},
);

test.each([
	["PATCH", "/state", "GET, PUT, HEAD"],
	["GET", "/reset", "POST"],
	["POST", "/scenario", "PUT"],
	["OPTIONS", "/snapshots", "POST, GET, HEAD"],
	["PUT", "/snapshots/1", "DELETE"],
])("rejects %s %s, and lists the methods", async (method, path, allow) => {
	const response = await sendLine(`${method} ${path}`);
	expect(response.status).toBe(405);
	expect(response.headers.get("allow")).toBe(allow);
	expect((await response.json()).detail).toBe(
		`/__mock${path} does not support ${method}. Use ${allow.replaceAll(",", " or")}.`,
	);
});

test("supports HEAD wherever it supports GET", async () => {
	for (const { method, path } of ROUTES) {
		if (method !== "GET" || path.includes(":")) continue;
		const response = await sendLine(`HEAD ${path}`);
		expect(response.status).toBe(path === "" ? 308 : 200);
		expect(await response.text()).toBe("");
	}
});

test("returns the OpenAPI document of the service", async () => {
	const { info } = await (await sendLine("GET /openapi.json")).json();
	expect(info.title).toBe("Zaps service");
});

test("responds with 500 and calls onError if the mock itself fails", async () => {
	const errors: unknown[] = [];
	const failure = new Error("The disk is full.");
	await using opened = openControlServer({
		change: () => ({ exportState: () => Promise.reject(failure) }),
		onError: (error) => errors.push(error),
	});
	const response = await opened.send("/state", {}, "127.0.0.1");
	expect(await response.json()).toEqual({
		type: "about:blank",
		title: "Internal Server Error",
		status: 500,
		detail: "The mock itself failed: The disk is full.",
	});
	expect(errors).toEqual([failure]);
});

test("lists the routes if there is no page", async () => {
	await using opened = openControlServer();
	const { routes } = await (await opened.send("/", {}, "::1")).json();
	expect(routes).toContain(HEALTH_ROUTE);
});
