import type { RequestListener } from "node:http";
import type { Socket } from "node:net";
import { expect, test } from "vitest";
import { verify } from "zaps-understudy/verify";
import { respondWith, respondWithJson } from "../../support/respond-with.ts";
import {
	closedPort,
	type StubServer,
	startEmpty,
	startRawStub,
	startStub,
} from "../../support/stub-server.ts";
import { understudy } from "./built.ts";

const redirect: RequestListener = (request, response) =>
	respondWith(302, { location: request.url ?? "/" })(request, response);
const stream: RequestListener = (_, response) => {
	response.writeHead(200, { "content-type": "application/json" });
	const timer = setInterval(() => response.write("1,".repeat(500)), 5);
	response.on("close", () => clearInterval(timer));
};
const flood: RequestListener = (_, response) => {
	const more = (): void => {
		while (!response.destroyed && response.write("x".repeat(65_536)));
	};
	response.on("drain", more);
	more();
};
const SURFACE = 7;
let accepted = SURFACE + 20;
const expire: RequestListener = (request, response) => {
	accepted -= 1;
	const respond = accepted < 0 ? respondWith(401) : respondWithJson({});
	respond(request, response);
};
const challenge = respondWith(401, { "www-authenticate": "Bearer" });
const page = respondWith(200, { "content-type": "text/html" }, "<h1>Hi</h1>");
const greet = (socket: Socket) => socket.write("220 mail.example ESMTP\r\n");

/** How each server starts, a part of the expected output, and the exit code if it is not 2. */
const HOSTILE: Readonly<
	Record<string, readonly [() => Promise<StubServer>, RegExp, code?: number]>
> = {
	"a closed port": [
		closedPort,
		/Nothing could be verified: http:\S+ refused the connection\. Start the service, fix the base URL, or pass --wait until it has started\./,
	],
	"a server that responds to everything with a page": [
		() => startStub(page),
		/responded with a web page.* Check the base URL\./,
	],
	"a server that responds to everything with malformed JSON": [
		() =>
			startStub(respondWith(200, { "content-type": "application/json" }, "{a")),
		/responded with JSON that cannot be read/,
	],
	"a server that responds to everything with deep JSON": [
		() =>
			startStub(
				respondWith(
					200,
					{ "content-type": "application/json" },
					`${'{"a":'.repeat(2_000)}1${"}".repeat(2_000)}`,
				),
			),
		/responded with JSON that cannot be read/,
	],
	"a server that never responds": [
		() => startStub(() => {}),
		/did not respond to \S+ \S+ within 700 ms\..* pass --timeout/,
	],
	"a server that accepts connections and sends nothing": [
		() => startRawStub((socket) => socket.pause()),
		/did not respond to \S+ \S+ within 700 ms/,
	],
	"a server that switches to another protocol": [
		() =>
			startRawStub((socket) =>
				socket.on("data", () =>
					socket.write(
						"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: upgrade\r\n\r\n",
					),
				),
			),
		/responded with 101 to a request that asked for no other protocol/,
	],
	"a server that resets every connection": [
		() => startRawStub((socket) => socket.resetAndDestroy()),
		/closed the connection without a response/,
	],
	"a server that redirects in a circle": [
		() => startStub(redirect),
		/Pass the base URL at which the service responds without redirects/,
		1,
	],
	"a server that streams forever": [() => startStub(stream), /within 700 ms/],
	"a server that floods forever": [
		() => startStub(flood),
		/sent a body of more than|within 700 ms/,
	],
	"a server that does not speak HTTP": [
		() => startRawStub(greet),
		/does not speak HTTP/,
	],
	"a server that fails at everything": [
		() => startStub(respondWith(500)),
		/Fix getHealth, submitCommand, submitPipeline and 4 more in the service/,
		1,
	],
	"a server that responds to everything with 401": [
		() => startStub(challenge),
		/Assumed +0 held, 0 refuted.*responded with 401\. Pass --header with credentials that the service accepts, such as 'Authorization: …' or 'X-API-Key: …'\./s,
	],
	"a server that responds with 401 halfway through": [
		() => startStub(expire),
		/responded with 401\. Pass --header/,
	],
};

test.each(Object.entries(HOSTILE))(
	"handles %s and explains it in a sentence",
	async (_, [start, says, code = 2]) => {
		await using server = await start();
		// Short only for servers that never respond. Others may be slow on a busy machine.
		const timeout = says.source.includes("700 ms") ? "700" : "10000";
		const args = ["verify", server.url, "--timeout", timeout];
		const finished = await understudy(...args);
		const output = finished.stdout + finished.stderr;
		expect(output).toMatch(says);
		const errors = finished.stderr.match(/^(?!… ).+$/gm) ?? [];
		expect([finished.code, errors.length]).toEqual([code, code - 1]);
		expect(output).not.toMatch(/^\s+at .+:\d+/m);
	},
);

test("refutes the assumptions that an empty object contradicts, and explains why the others were not tested", async () => {
	await using server = await startEmpty();
	const { exitCode, report } = await verify(server.url);
	expect(exitCode).toBe(0);
	expect(report.summary.specified).toEqual({ passed: SURFACE, failed: 0 });
	const seen = report.assumptions.map(({ id, verdict }) => `${id} ${verdict}`);
	const refuted =
		"health.body command.receipt pipeline.receipt zaps.created metrics.format errors.unknown errors.method errors.media errors.invalid";
	for (const id of refuted.split(" ")) expect(seen).toContain(`${id} refuted`);
	for (const id of ["auth.none", "limits.none", "health.unavailable"])
		expect(seen).toContain(`${id} untested`);
	const facts = /missing|no properties|200|application\/json|line feed/;
	for (const { id, verdict, why } of report.assumptions)
		expect(why, id).toMatch(verdict === "refuted" ? facts : /./);
});
