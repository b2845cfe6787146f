import { describe, expect, test } from "vitest";
import type { ServedExchange } from "../../../src/adapters/http/serve.ts";
import {
	HOST,
	head,
	JSON_TYPE,
	requestsOf,
} from "../../support/raw-request.ts";
import { openSocket, summarize } from "../../support/raw-socket.ts";
import { hostileRequests } from "./hostile-requests.ts";
import { serveWatched } from "./serve-watched.ts";

const exchanges: ServedExchange[] = [];
const { url } = await serveWatched({
	onExchange: (exchange) => exchanges.push(exchange),
});

describe.each(hostileRequests)("%s", (_, requests) => {
	test.each(requests(""))("%s", async (_, { bytes, responses }) => {
		await using socket = await openSocket(url);
		socket.send(bytes);
		const received = await socket.responses();
		expect(received.map(summarize)).toEqual(responses);
		for (const { status, headers, body } of received)
			if (headers.get("content-type") === "application/problem+json")
				expect(JSON.parse(body)).toMatchObject({ status });
		if (received.at(-1)?.headers.get("connection") === "close")
			expect(await socket.closed()).toHaveLength(responses.length);
	});
});

test("keeps properties named like those of Object.prototype as data", async () => {
	const { get, postJson } = requestsOf("");
	const properties =
		'"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"toString":1';
	await using socket = await openSocket(url);
	socket.send(postJson(`{"name":"x",${properties}}`));
	const [created] = await socket.responses();
	socket.send(get("/v1/zaps?limit=1"));
	const [, listed] = await socket.responses(2);
	expect(created?.body).toContain(properties);
	expect(listed?.body).toContain(properties);
	expect(Object.prototype).not.toHaveProperty("polluted");
});

test("keeps __proto__ in the arguments of a command as data", async () => {
	const body = '{"command":"x","args":{"__proto__":{"polluted":1}}}';
	await using socket = await openSocket(url);
	socket.send(
		head(
			"POST /v1/command HTTP/1.1",
			HOST,
			JSON_TYPE,
			`Content-Length: ${body.length}`,
		) + body,
	);
	const [accepted] = await socket.responses();
	expect(accepted?.body).toContain('"args":{"__proto__":{"polluted":1}}');
	expect(Object.prototype).not.toHaveProperty("polluted");
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
