import fc from "fast-check";
import { expect, test } from "vitest";
import { countRuns } from "../../support/exhaustive.ts";
import { CHUNKED, JSON_TYPE, requestsOf } from "../../support/raw-request.ts";
import { openSocket } from "../../support/raw-socket.ts";
import { serveWatched } from "./watched-servers.ts";

const { url } = await serveWatched();

/** Sends the bytes, then ends the request. Returns the statuses of all responses. */
async function readStatuses(bytes: string): Promise<number[]> {
	await using socket = await openSocket(url);
	socket.send(bytes);
	socket.socket.end();
	return (await socket.closed()).map(({ status }) => status);
}

const latin1 = fc
	.uint8Array({ maxLength: 300 })
	.map((bytes) => Buffer.from(bytes).toString("latin1"));

test("responds to random bytes with 4xx or not at all", async () => {
	await fc.assert(
		fc.asyncProperty(latin1, async (bytes) => {
			for (const status of await readStatuses(bytes))
				expect(status).toBeOneOf([400, 431]);
		}),
		{ numRuns: countRuns(200) },
	);
});

const { get, post, postJson } = requestsOf("");
const wellFormed = fc.constantFrom(
	get("/v1/zaps?limit=5", "Origin: http://localhost:5173"),
	postJson('{"name":"x","a":[1e3,"\\\\u00e9",{"__proto__":null}]}'),
	post('5\r\n{"nam\r\n7\r\ne":"x"}\r\n0\r\n\r\n', JSON_TYPE, CHUNKED),
);
const edit = fc.record({
	at: fc.double({ min: 0, max: 1, noNaN: true }),
	remove: fc.nat(8),
	insert: fc.oneof(
		latin1.map((bytes) => bytes.slice(0, 3)),
		fc.constantFrom("\r\n", "\r\n\r\n", ...':/%@["\\9- '),
	),
});

test("never responds with 5xx to requests with a few changed bytes", async () => {
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
				for (const status of await readStatuses(bytes))
					expect(status).toSatisfy((code: number) => code >= 100 && code < 500);
			},
		),
		{ numRuns: countRuns(500) },
	);
});
