import type { RequestListener } from "node:http";
import { expect, test } from "vitest";
import { verify } from "zaps-understudy/verify";
import { run } from "../../support/run.ts";
import {
	closedPort,
	type StubServer,
	startEmpty,
	startRawStub,
	startStub,
} from "../../support/stub-server.ts";
import { CLI } from "../../support/understudy.ts";

const SURFACE = 7;

/** Reads the whole request before it responds. */
const respondWith =
	(
		status: number,
		headers: Record<string, string> = {},
		body = "",
	): RequestListener =>
	(request, response) => {
		request.resume().on("end", () => {
			response.writeHead(status, headers).end(body);
		});
	};
interface Hostile {
	readonly start: () => Promise<StubServer>;
	readonly code: number;
	/** With exit code 2, the output also has one line on stderr. */
	readonly says: RegExp;
}

const hostile: Readonly<Record<string, Hostile>> = {
	"a closed port": {
		start: closedPort,
		code: 2,
		says: /Nothing could be verified: http:\S+ refused the connection\. Start the service/,
	},
	"a server that responds to everything with a page": {
		start: () =>
			startStub(
				respondWith(200, { "content-type": "text/html" }, "<h1>Hi</h1>"),
			),
		code: 2,
		says: /responded with a web page.* Check the base URL\./,
	},
	"a server that never responds": {
		start: () => startStub(() => {}),
		code: 2,
		says: /did not respond to \S+ \S+ within 700 ms\..* pass --timeout/,
	},
	"a server that accepts connections and sends nothing": {
		start: () => startRawStub((socket) => socket.pause()),
		code: 2,
		says: /did not respond to \S+ \S+ within 700 ms/,
	},
	"a server that resets every connection": {
		start: () => startRawStub((socket) => socket.resetAndDestroy()),
		code: 2,
		says: /closed the connection without a response/,
	},
	"a server that redirects in a circle": {
		start: () =>
			startStub((request, response) => {
				respondWith(302, { location: request.url ?? "/" })(request, response);
			}),
		code: 1,
		says: /Pass the base URL at which the service responds without redirects/,
	},
	"a server that streams without end": {
		start: () =>
			startStub((_, response) => {
				response.writeHead(200, { "content-type": "application/json" });
				const timer = setInterval(() => response.write("1,".repeat(500)), 5);
				response.on("close", () => clearInterval(timer));
			}),
		code: 2,
		says: /within 700 ms/,
	},
	"a server that floods without end": {
		start: () =>
			startStub((_, response) => {
				const more = (): void => {
					while (!response.destroyed && response.write("x".repeat(65_536)));
				};
				response.on("drain", more);
				more();
			}),
		code: 2,
		says: /sent a body of more than|within 700 ms/,
	},
	"a server that does not speak HTTP": {
		start: () =>
			startRawStub((socket) => socket.write("220 mail.example ESMTP\r\n")),
		code: 2,
		says: /does not speak HTTP/,
	},
	"a server that fails at everything": {
		start: () => startStub(respondWith(500)),
		code: 1,
		says: /Fix getHealth, submitCommand, submitPipeline and 4 more in the service/,
	},
	"a server that responds to everything with 401": {
		start: () => startStub(respondWith(401, { "www-authenticate": "Bearer" })),
		code: 2,
		says: /Assumed +0 held, 0 refuted.*responded with 401\. Pass --header 'Authorization: …' with credentials that the service accepts\./s,
	},
	"a server that responds with 401 halfway through": {
		start: () => {
			let received = 0;
			return startStub((request, response) => {
				received += 1;
				const respond =
					received <= SURFACE + 20
						? respondWith(200, { "content-type": "application/json" }, "{}")
						: respondWith(401);
				respond(request, response);
			});
		},
		code: 2,
		says: /responded with 401\. Pass --header/,
	},
};

test.concurrent.each(Object.entries(hostile))(
	"handles %s and explains it in a sentence",
	async (_, { start, code, says }) => {
		await using server = await start();
		// Short only for servers that never respond. Others may be slow on a busy machine.
		const timeout = says.source.includes("700 ms") ? "700" : "10000";
		const finished = await run(process.execPath, [
			...[CLI, "verify", server.url, "--timeout", timeout],
		]);
		expect(finished.code).toBe(code);
		const output = finished.stdout + finished.stderr;
		expect(output).toMatch(says);
		const errors = finished.stderr.match(/^(?!… ).+$/gm) ?? [];
		expect(errors).toHaveLength(code === 2 ? 1 : 0);
		expect(output).not.toMatch(/^\s+at .+:\d+/m);
	},
);

test("refutes the assumptions that an empty object contradicts, and explains why the others were not tested", async () => {
	await using server = await startEmpty();
	const { exitCode, report } = await verify(server.url);
	expect(exitCode).toBe(0);
	expect(report.summary.specified).toEqual({ passed: SURFACE, failed: 0 });
	const of = (verdict: string): string[] =>
		report.assumptions
			.filter((each) => each.verdict === verdict)
			.map(({ id }) => id);
	expect(of("refuted")).toEqual(
		expect.arrayContaining([
			...["health.body", "command.receipt", "pipeline.receipt"],
			...["zaps.created", "metrics.format", "errors.unknown"],
			...["errors.method", "errors.media", "errors.invalid"],
		]),
	);
	expect(of("untested")).toEqual(
		expect.arrayContaining(["auth.none", "limits.none", "health.unavailable"]),
	);
	for (const { id, verdict, why } of report.assumptions)
		expect(why, id).toMatch(
			verdict === "refuted"
				? /missing|no properties|200|application\/json|line feed/
				: /./,
		);
});
