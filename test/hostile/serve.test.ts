import { afterAll, afterEach, describe, expect, test } from "vitest";
import { type ServedExchange, serve } from "../../src/adapters/http/serve.ts";
import { createMock } from "../../src/index.ts";
import { HOST, head, JSON_TYPE, requestsOf } from "../support/raw-request.ts";
import { openSocket, summarize } from "../support/raw-socket.ts";
import { watchSurvival } from "../support/survival.ts";
import { hostileRequests } from "./requests.ts";

const survival = watchSurvival();
const exchanges: ServedExchange[] = [];
const served = await serve({
	mock: createMock({ onError: survival.onError }),
	port: 0,
	host: "127.0.0.1",
	onExchange: (exchange) => exchanges.push(exchange),
	grace: 0,
});
afterEach(() => survival.check(served.url));
afterAll(async () => {
	await served.close();
	survival[Symbol.dispose]();
});

describe.each(hostileRequests)("%s", (_, requests) => {
	test.each(requests(""))("%s", async (_, { bytes, answers }) => {
		await using socket = await openSocket(served.url);
		socket.send(bytes);
		const came = await socket.answers();
		expect(came.map(summarize)).toEqual(answers);
		for (const { status, headers, body } of came)
			if (headers.get("content-type") === "application/problem+json")
				expect(JSON.parse(body)).toMatchObject({ status });
		if (came.at(-1)?.headers.get("connection") === "close")
			expect(await socket.closed()).toHaveLength(answers.length);
	});
});

test("keeps members named like those of Object.prototype as data", async () => {
	const { get, postJson } = requestsOf("");
	const members =
		'"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"toString":1';
	await using socket = await openSocket(served.url);
	socket.send(postJson(`{"name":"x",${members}}`));
	const [created] = await socket.answers();
	socket.send(get("/v1/zaps?limit=1"));
	const [, listed] = await socket.answers(2);
	expect(created?.body).toContain(members);
	expect(listed?.body).toContain(members);
	expect(Object.prototype).not.toHaveProperty("polluted");
});

test("keeps __proto__ in the arguments of a command as data", async () => {
	const body = '{"command":"x","args":{"__proto__":{"polluted":1}}}';
	await using socket = await openSocket(served.url);
	socket.send(
		head(
			"POST /v1/command HTTP/1.1",
			HOST,
			JSON_TYPE,
			`Content-Length: ${body.length}`,
		) + body,
	);
	const [accepted] = await socket.answers();
	expect(accepted?.body).toContain('"args":{"__proto__":{"polluted":1}}');
	expect(Object.prototype).not.toHaveProperty("polluted");
});

test("tells of a target as it was sent, though the Host names no host", async () => {
	const target = '/v1/"/../zaps?limit=1';
	await using socket = await openSocket(served.url);
	exchanges.length = 0;
	socket.send(head(`GET ${target} HTTP/1.1`, "Host: a:99999"));
	await socket.answers();
	expect(exchanges).toMatchObject([
		{ method: "GET", path: target, status: 400 },
	]);
});
