import { expect, test } from "vitest";
import {
	type ServedExchange,
	serve,
} from "../../../src/adapters/http/serve.ts";
import { createServiceEngine } from "../../../src/service-engine.ts";
import { head, requestsOf } from "../../support/raw-request.ts";
import { openSocket } from "../../support/raw-socket.ts";
import { expectResponses, listHostileRequests } from "./hostile-requests.ts";
import { serveWatched } from "./watched-servers.ts";

const ORIGIN = "http://page.test";
const exchanges: ServedExchange[] = [];
const { url } = await serveWatched({
	onExchange: (exchange) => exchanges.push(exchange),
});

test.each(listHostileRequests(""))(
	"survives requests with an unusual %s",
	(_, requests) => expectResponses(url, requests),
);

test("keeps properties named like those of Object.prototype as data", async () => {
	const { get, postJson } = requestsOf("");
	const properties =
		'"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"toString":1';
	await using socket = await openSocket(url);
	socket.send(postJson(`{"name":"x",${properties}}`));
	await socket.responses();
	socket.send(get("/v1/zaps?limit=1"));
	const [created, listed] = await socket.responses(2);
	expect(created?.body).toContain(properties);
	expect(listed?.body).toContain(properties);
	expect(Object.prototype).not.toHaveProperty("polluted");
});

test.each([
	["a target that is not a URL", "GET ftp://localhost/ HTTP/1.1", "Host: a"],
	["an invalid Host", "GET /v1/health HTTP/1.1", "Host: a:99999"],
])("lets a page read the rejection of %s", async (_, line, host) => {
	await using socket = await openSocket(url);
	socket.send(head(line, host, `Origin: ${ORIGIN}`));
	const [response] = await socket.responses();
	expect(response?.headers.get("access-control-allow-origin")).toBe(ORIGIN);
	expect(JSON.parse(response?.body ?? "")).toMatchObject({ status: 400 });
});

test("lets a page read the response to a failure of the control API", async () => {
	const errors: unknown[] = [];
	const { url, close } = await serve({
		mock: createServiceEngine(),
		control: () => Promise.reject(new Error("The disk is full.")),
		onError: (error) => errors.push(error),
		port: 0,
		host: "127.0.0.1",
		grace: 0,
	});
	const headers = { origin: ORIGIN };
	const response = await fetch(`${url}/__mock/state`, { headers });
	await close();
	expect(Object.fromEntries(response.headers)).toMatchObject({
		"content-type": "application/problem+json",
		"access-control-allow-origin": ORIGIN,
	});
	expect(await response.json()).toMatchObject({ status: 500 });
	expect(errors).toEqual([new Error("The disk is full.")]);
});

test("reports the target as sent, even with an invalid Host", async () => {
	const target = '/v1/"/../zaps?limit=1';
	await using socket = await openSocket(url);
	exchanges.length = 0;
	socket.send(head(`GET ${target} HTTP/1.1`, "Host: a:99999"));
	await socket.responses();
	expect(exchanges).toMatchObject([
		{ method: "GET", path: target, status: 400 },
	]);
});
