import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { serve } from "../../src/adapters/http/serve.ts";
import { createMock } from "../../src/index.ts";
import { OK, requestsOf } from "../support/raw-request.ts";
import { openSocket, summarize } from "../support/raw-socket.ts";

const { get, postJson } = requestsOf("");
const FOREVER = 600_000;
/** What has to wait for a client with these outlasts its test. */
const patient = {
	port: 0,
	host: "127.0.0.1",
	grace: FOREVER,
	timeouts: { head: FOREVER, request: FOREVER, idle: FOREVER },
};

test("lets an answer that is under way when it closes come whole", async () => {
	const large = createMock({ dataset: "empty" });
	const { url, close } = await serve({ mock: large, ...patient });
	const zap = `{"name":"x","a":"${"a".repeat(1_000_000)}"}`;
	await using socket = await openSocket(url);
	socket.send(postJson(zap).repeat(12));
	await socket.answers(12);
	socket.send(get("/v1/zaps?limit=100"));
	await once(socket.socket, "data");
	socket.socket.pause();
	const closed = close();
	await sleep(100);
	socket.socket.resume();
	const answers = await socket.answers(13);
	expect(answers.at(-1)?.body.length).toBeGreaterThan(12_000_000);
	await closed;
});

test.each([
	["has sent nothing yet", ""],
	["has nothing more to ask", get("/v1/health")],
])("waits for no client that %s", async (_, request) => {
	const { url, close } = await serve({ mock: createMock(), ...patient });
	await using waiting = await openSocket(url);
	waiting.send(request);
	// A connection is the server's once one that was opened later is answered.
	await using later = await openSocket(url);
	later.send(get("/v1/health"));
	expect((await later.answers()).map(summarize)).toEqual([OK]);
	if (request !== "") await waiting.answers();
	await close();
	await waiting.closed();
});
