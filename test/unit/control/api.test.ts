import { expect, test } from "vitest";
import { readExposition } from "../../../contracts/probes/read-exposition.ts";
import { ROUTES } from "../../../src/control/server/routes.ts";
import { type ServedStage, serveStage } from "../../support/serve-stage.ts";
import { openControlServer } from "./open-control-server.ts";
import { sendRawRequest } from "./raw-request.ts";

/** Sends a request line like `GET /health` to the control API. */
function sendLine({ send }: ServedStage, line: string): Promise<Response> {
	const [method = "", path] = line.split(" ");
	return send(`/__mock${path}`, { method, redirect: "manual" });
}

test.each([
	["", ["", "/__session/mine"]],
	["/api", ["", "/api", "/__session/mine/api", "/api/__session/mine"]],
])(
	"with the base path %j, serves the control API and redirects to its page below %j",
	async (basePath, prefixes) => {
		await using stage = await serveStage({ basePath });
		for (const prefix of prefixes) {
			const health = await stage.send(`${prefix}/__mock/health`);
			const expected = { status: "ok", version: "1.2.3", basePath };
			expect(await health.json()).toEqual(expected);
			const { url } = await stage.send(`${prefix}/__mock`);
			expect(url).toBe(`${stage.url}${prefix}/__mock/`);
		}
		await stage.send(`${basePath}/__mock/nothing`);
		expect((await stage.control.requests()).total).toBe(0);
	},
);

test("every response is uncached, not sniffed, without assumptions and without CORS", async () => {
	await using stage = await serveStage();
	for (const path of ["/health", "/", "/nothing", "/requests?limit=x"]) {
		const { headers } = await stage.send(`/__mock${path}`);
		expect(headers.get("cache-control")).toBe("no-store");
		expect(headers.get("x-content-type-options")).toBe("nosniff");
		expect(headers.get("mock-assumptions")).toBeNull();
		expect(headers.get("access-control-allow-origin")).toBeNull();
	}
});

test("sends the reason phrase of each status, as the service does", async () => {
	await using stage = await serveStage();
	for (const [line, reason] of [
		["GET /health", "200 OK"],
		["HEAD /health", "200 OK"],
		["GET /events", "200 OK"],
		["POST /snapshots", "201 Created"],
		["DELETE /faults", "204 No Content"],
		["GET ", "308 Permanent Redirect"],
		["GET /state?limit=1", "400 Bad Request"],
		["GET /nothing", "404 Not Found"],
	] as const) {
		const { status, statusText } = await sendLine(stage, line);
		expect(`${line}: ${status} ${statusText}`).toBe(`${line}: ${reason}`);
	}
});

test("reports its own metrics in the Prometheus format", async () => {
	await using stage = await serveStage({ journal: 1 });
	await stage.createZap("A", "mine");
	await stage.createZap("B", "mine");
	await sendRawRequest(stage.url, { headers: { host: "a:99999" } });
	const response = await stage.send("/__mock/metrics");
	expect(response.headers.get("content-type")).toBe(
		"text/plain; version=0.0.4; charset=utf-8",
	);
	const { total, types } = readExposition(await response.text());
	expect(total("understudy_sessions")).toBe(2);
	expect(total("understudy_journal_entries")).toBe(1);
	expect(total("understudy_journal_dropped_total")).toBe(1);
	expect(total("process_resident_memory_bytes")).toBeGreaterThan(1e6);
	expect(total("understudy_rejected_requests_total")).toBe(1);
	expect(total("understudy_uptime_seconds")).toBeGreaterThan(0);
	expect(types.get("understudy_journal_dropped_total")).toBe("counter");
});

test.each([
	["", "3 of 3"],
	["?operation=createZap&method=POST", "2 of 2"],
	["?path=/v1/health&status=200", "1 of 1"],
	["?status=404", "0 of 0"],
	["?limit=1", "1 of 3"],
	["?session=mine&limit=0", "0 of 2"],
])("returns the journal for the query %j: %s", async (search, counts) => {
	await using stage = await serveStage();
	await stage.send("/v1/health");
	await stage.createZap("A", "mine");
	await stage.createZap("B", "mine");
	const response = await stage.send(`/__mock/requests${search}`);
	const { requests, total, dropped } = await response.json();
	expect(`${requests.length} of ${total}`).toBe(counts);
	expect(dropped).toBe(0);
});

test("counts by a part of the body, and reports how many entries were dropped", async () => {
	await using stage = await serveStage({ journal: 3 });
	for (const name of ["A", "B", "C", "B"]) await stage.createZap(name);
	const count = async (init: RequestInit = {}) => {
		const sent = { method: "POST", ...init };
		return (await stage.send("/__mock/requests/count", sent)).json();
	};
	const filter = {
		headers: { "content-type": "application/json" },
		body: '{"operation":"createZap","body":{"name":"B"}}',
	};
	const others = { dropped: 1 };
	expect(await count(filter)).toEqual({ count: 2, ...others });
	expect(await count()).toEqual({ count: 3, ...others });
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
	[
		"/requests?limit=x&status=abc&foo=1&path=/a&path=/b",
		`foo is an unknown parameter. ${AVAILABLE}`,
		"path is sent more than once",
		"status must be a whole number",
		"limit must be a whole number",
	],
])("rejects %s and names every invalid parameter", async (path, ...errors) => {
	await using stage = await serveStage();
	const response = await stage.send(`/__mock${path}`);
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

test("lists the routes in the response to an unknown path", async () => {
	await using stage = await serveStage();
	const route = "GET /__mock/requests: Returns the journal, newest first";
	for (const path of ["/scenarios/", "/Health", "/snapshots//restore"]) {
		const response = await stage.send(`/__mock${path}`);
		expect(response.status).toBe(404);
		expect(await response.json()).toMatchObject({
			detail: `The control API has no route /__mock${path}. Use one of \`routes\`.`,
			routes: expect.arrayContaining([route]),
		});
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
		const response = await sendLine(stage, `${method} ${path}`);
		expect(response.status).toBe(405);
		expect(response.headers.get("allow")).toBe(allow);
		expect((await response.json()).detail).toBe(
			`/__mock${path} does not support ${method}. Use ${allow.replaceAll(",", " or")}.`,
		);
	},
);

test("supports HEAD wherever it supports GET", async () => {
	await using stage = await serveStage();
	for (const { method, path } of ROUTES) {
		if (method !== "GET" || path.includes(":")) continue;
		const response = await sendLine(stage, `HEAD ${path}`);
		expect(response.status).toBe(path === "" ? 308 : 200);
		expect(await response.text()).toBe("");
	}
});

test("returns the OpenAPI document of the service", async () => {
	await using stage = await serveStage();
	const response = await stage.send("/__mock/openapi.json");
	expect(await response.json()).toMatchObject({
		info: { title: "Zaps service" },
	});
});

test("responds with 500 and calls onError if the mock itself fails", async () => {
	const errors: unknown[] = [];
	const failure = new Error("The disk is full.");
	await using opened = openControlServer({
		change: () => ({ state: () => Promise.reject(failure) }),
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
	expect(routes).toContain(
		"GET /__mock/health: Returns the status of the mock itself",
	);
});
