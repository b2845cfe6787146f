import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { serve } from "../../../src/adapters/http/serve.ts";
import { createMock } from "../../../src/entries/index.ts";
import { certificate } from "../../support/certificate.ts";
import { countRuns } from "../../support/exhaustive.ts";
import { OK, requestsOf } from "../../support/raw-request.ts";
import {
	openSocket,
	type RawSocket,
	summarize,
} from "../../support/raw-socket.ts";

const { get, postJson } = requestsOf("");
const TEN_MINUTES = 600_000;
/** Options under which a wait for a client outlasts the test. */
const longTimeouts = {
	port: 0,
	host: "127.0.0.1",
	grace: TEN_MINUTES,
	timeouts: { head: TEN_MINUTES, request: TEN_MINUTES, idle: TEN_MINUTES },
};

test("completes a response that is being sent when the server closes", async () => {
	const mock = createMock({ dataset: "empty" });
	const { url, close } = await serve({ mock, ...longTimeouts });
	const zap = `{"name":"x","a":"${"a".repeat(1_000_000)}"}`;
	await using socket = await openSocket(url);
	socket.send(postJson(zap).repeat(12));
	await socket.responses(12);
	socket.send(get("/v1/zaps?limit=100"));
	await once(socket.socket, "data");
	socket.socket.pause();
	const closed = close();
	await sleep(100);
	socket.socket.resume();
	const responses = await socket.responses(13);
	expect(responses.at(-1)?.body.length).toBeGreaterThan(12_000_000);
	await closed;
});

test("completes delayed and slow responses at once", async () => {
	const mock = createMock();
	const { url, close } = await serve({ mock, ...longTimeouts });
	const complete = await (await fetch(`${url}/v1/zaps`)).text();
	await mock.control.setFaults([
		{ operation: "listZaps", kind: "drip", bytesPerSecond: 10 },
		{ operation: "getHealth", kind: "delay", ms: TEN_MINUTES },
	]);
	const delayed = fetch(`${url}/v1/health`);
	const dripping = await fetch(`${url}/v1/zaps`);
	const [text, health] = await Promise.all([dripping.text(), delayed, close()]);
	expect(text).toBe(complete);
	expect(health.status).toBe(200);
});

/** Opens a connection on which the server has sent one response. */
async function openUsed(url: string): Promise<RawSocket> {
	const socket = await openSocket(url);
	socket.send(get("/v1/health"));
	await socket.responses();
	return socket;
}

/** Sends one request after the other, until the server says that it closes the connection, or resets it. */
async function useUntilClosed(socket: RawSocket): Promise<string> {
	for (let count = 2; ; count += 1) {
		socket.send(get("/v1/health"));
		const { [count - 1]: last } = await socket.responses(count);
		if (!last) return "reset";
		if (last.headers.get("connection") === "close") return "close";
	}
}

test("resets no request of busy clients", async () => {
	for (let round = 0; round < countRuns(20); round += 1) {
		const { url, close } = await serve({ mock: createMock(), ...longTimeouts });
		const sockets = await Promise.all(
			Array.from({ length: 64 }, () => openUsed(url)),
		);
		const ends = Promise.all(sockets.map(useUntilClosed));
		await sleep(round);
		await close();
		expect(new Set(await ends)).toEqual(new Set(["close"]));
	}
});

test("responds to each pipelined request when the server closes", async () => {
	const held: (() => void)[] = [];
	const { url, close } = await serve({
		mock: createMock(),
		...longTimeouts,
		override: () => () =>
			new Promise((resolve) => held.push(() => resolve(undefined))),
	});
	await using socket = await openSocket(url);
	socket.send(get("/v1/health"));
	await expect.poll(() => held).toHaveLength(1);
	const closed = close();
	socket.send(get("/v1/health"));
	await expect.poll(() => held).toHaveLength(2);
	for (const respond of held) respond();
	const responses = await socket.closed();
	expect(responses.map(summarize)).toEqual([OK, `${OK} closing`]);
	await closed;
});

test.each([
	["has sent no request", ""],
	["has received its response", get("/v1/health")],
])("does not wait for a client that %s", async (_, request) => {
	const { url, close } = await serve({ mock: createMock(), ...longTimeouts });
	await using waiting = await openSocket(url);
	waiting.send(request);
	// The server has accepted the connection once it responds on a later one.
	await using later = await openSocket(url);
	later.send(get("/v1/health"));
	expect((await later.responses()).map(summarize)).toEqual([OK]);
	if (request !== "") await waiting.responses();
	await close();
	await waiting.closed();
});

test("a client that never finishes its TLS handshake does not keep the server open", async () => {
	const { url, close } = await serve({
		mock: createMock(),
		...longTimeouts,
		grace: 100,
		tls: certificate,
	});
	await using client = await openSocket(url.replace("https", "http"));
	client.send("\x16\x03\x01\x02\x00");
	await Promise.all([client.closed(), close()]);
});
