import fc from "fast-check";
import { afterAll, afterEach, expect, test } from "vitest";
import { serve } from "../../src/adapters/http/serve.ts";
import { createMock } from "../../src/index.ts";
import { JSON_TYPE, requestsOf } from "../support/raw-request.ts";
import { openSocket } from "../support/raw-socket.ts";
import { watchSurvival } from "../support/survival.ts";

const survival = watchSurvival();
const served = await serve({
	mock: createMock({ onError: survival.onError }),
	port: 0,
	host: "127.0.0.1",
	grace: 0,
});
afterEach(() => survival.check(served.url));
afterAll(async () => {
	await served.close();
	survival[Symbol.dispose]();
});

/** The statuses that come for these bytes, after which the client sends no more. */
async function statusesFor(bytes: string): Promise<number[]> {
	await using socket = await openSocket(served.url);
	socket.send(bytes);
	socket.socket.end();
	return (await socket.closed()).map(({ status }) => status);
}

const latin1 = fc
	.uint8Array({ maxLength: 300 })
	.map((bytes) => Buffer.from(bytes).toString("latin1"));

test("answers random bytes with 4xx or not at all", async () => {
	await fc.assert(
		fc.asyncProperty(latin1, async (bytes) => {
			for (const status of await statusesFor(bytes))
				expect(status).toBeOneOf([400, 431]);
		}),
		{ numRuns: 200 },
	);
});

const { get, post, postJson } = requestsOf("");
const wellFormed = fc.constantFrom(
	get("/v1/zaps?limit=5", "Origin: http://localhost:5173"),
	postJson('{"name":"x","a":[1e3,"\\\\u00e9",{"__proto__":null}]}'),
	post(
		'5\r\n{"nam\r\n7\r\ne":"x"}\r\n0\r\n\r\n',
		JSON_TYPE,
		"Transfer-Encoding: chunked",
	),
);
const edit = fc.record({
	at: fc.double({ min: 0, max: 1, noNaN: true }),
	remove: fc.nat(8),
	insert: fc.oneof(
		latin1.map((bytes) => bytes.slice(0, 3)),
		fc.constantFrom(
			"\r\n",
			"\r\n\r\n",
			":",
			" ",
			"/",
			"%",
			"@",
			"[",
			'"',
			"\\",
			"9",
			"-",
		),
	),
});

test("never answers requests with a few bytes changed with 5xx", async () => {
	await fc.assert(
		fc.asyncProperty(
			wellFormed,
			fc.array(edit, { minLength: 1, maxLength: 4 }),
			async (request, edits) => {
				let bytes = request;
				for (const { at, remove, insert } of edits) {
					const start = Math.floor(at * bytes.length);
					bytes = bytes.slice(0, start) + insert + bytes.slice(start + remove);
				}
				for (const status of await statusesFor(bytes))
					expect(status).toSatisfy((code: number) => code >= 100 && code < 500);
			},
		),
		{ numRuns: 500 },
	);
});
