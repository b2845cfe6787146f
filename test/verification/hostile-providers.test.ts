import { mkdtemp, readFile, rm } from "node:fs/promises";
import type { RequestListener } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { run } from "../support/run.ts";
import {
	closedPort,
	type StubServer,
	startEmpty,
	startRawStub,
	startStub,
} from "../support/stub-server.ts";
import { CLI } from "../support/understudy.ts";

const SURFACE = 7;

/** Reads the request to its end before it answers. */
const answering =
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
const emptyObject = answering(
	200,
	{ "content-type": "application/json" },
	"{}",
);

/** The first answers from the one, the rest from the other. */
function turning(count: number, first: RequestListener, then: RequestListener) {
	let asked = 0;
	return startStub((request, response) => {
		asked += 1;
		(asked <= count ? first : then)(request, response);
	});
}

interface Hostile {
	readonly start: () => Promise<StubServer>;
	readonly code: number;
	/** In the sentence on stderr where it could not be verified, in the summary where it is broken. */
	readonly says: RegExp;
	readonly args?: readonly string[];
}

const hostile: Readonly<Record<string, Hostile>> = {
	"a port that nobody listens on": {
		start: closedPort,
		code: 2,
		says: /Nothing could be verified: http:\S+ refused the connection\. Start the service/,
	},
	"a server that answers a page to everything": {
		start: () =>
			startStub(answering(200, { "content-type": "text/html" }, "<h1>Hi</h1>")),
		code: 2,
		says: /answered with a web page.* Check the base URL\./,
	},
	"a server that never answers": {
		start: () => startStub(() => {}),
		code: 2,
		says: /did not answer \S+ \S+ within 700 ms\..* pass --timeout/,
	},
	"a server that accepts connections and says nothing": {
		start: () => startRawStub((socket) => socket.pause()),
		code: 2,
		says: /did not answer \S+ \S+ within 700 ms/,
	},
	"a server that resets every connection": {
		start: () => startRawStub((socket) => socket.resetAndDestroy()),
		code: 2,
		says: /closed the connection without an answer/,
	},
	"a server that redirects in a circle": {
		start: () =>
			startStub((request, response) => {
				answering(302, { location: request.url ?? "/" })(request, response);
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
		says: /sent more than|within 700 ms/,
	},
	"a server that does not speak HTTP": {
		start: () =>
			startRawStub((socket) => socket.write("220 mail.example ESMTP\r\n")),
		code: 2,
		says: /does not speak HTTP/,
	},
	"a server that fails at everything": {
		start: () => startStub(answering(500)),
		code: 1,
		says: /Fix getHealth, submitCommand, submitPipeline and 4 more in the service/,
	},
	"a server that lets nobody in": {
		start: () => startStub(answering(401, { "www-authenticate": "Bearer" })),
		code: 2,
		says: /answered 401\. Pass --header 'Authorization: …' with credentials it accepts\./,
	},
	"a server that lets nobody in any more, halfway": {
		start: () => turning(SURFACE + 20, emptyObject, answering(401)),
		code: 2,
		says: /answered 401\. Pass --header/,
	},
	"a server that hangs once its surface was seen": {
		start: () => turning(SURFACE, emptyObject, () => {}),
		code: 2,
		args: ["--deadline", "3"],
		says: /did not end within its deadline of 3 s\. Pass --deadline/,
	},
};

const verify = (url: string, ...args: readonly string[]) =>
	run(process.execPath, [CLI, "verify", url, "--timeout", "700", ...args]);

test.concurrent.each(Object.entries(hostile))(
	"survives %s, and says so in a sentence",
	async (_, { start, code, says, args = [] }) => {
		await using server = await start();
		const finished = await verify(server.url, ...args);
		expect(finished.code).toBe(code);
		expect(code === 2 ? finished.stderr : finished.stdout).toMatch(says);
		const complaints = finished.stderr.match(/^(?!… ).+$/gm) ?? [];
		expect(complaints).toHaveLength(code === 2 ? 1 : 0);
		expect(finished.stdout + finished.stderr).not.toMatch(/^\s+at .+:\d+/m);
	},
);

async function reportOf(url: string, ...args: readonly string[]) {
	const folder = await mkdtemp(join(tmpdir(), "understudy-"));
	try {
		const file = join(folder, "report.json");
		const { code } = await verify(url, "--report", `json=${file}`, ...args);
		return { code, report: JSON.parse(await readFile(file, "utf8")) };
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

test("refutes nothing where nobody is let in", async () => {
	await using server = await startStub(answering(401));
	const { report } = await reportOf(server.url, "--strict");
	expect(report.summary.assumed).toMatchObject({ held: 0, refuted: 0 });
});

test("refutes what an empty object contradicts, and says why the rest was not tested", async () => {
	await using server = await startEmpty();
	const lenient = await reportOf(server.url);
	const strict = await reportOf(server.url, "--strict");
	expect([lenient.code, strict.code]).toEqual([0, 1]);
	const { summary, assumptions } = lenient.report;
	expect(summary.specified).toEqual({ passed: SURFACE, failed: 0 });
	const of = (verdict: string): string[] =>
		assumptions
			.filter((each: { verdict: string }) => each.verdict === verdict)
			.map(({ id }: { id: string }) => id);
	expect(of("refuted")).toEqual(
		expect.arrayContaining([
			"health.body",
			"command.receipt",
			"pipeline.receipt",
			"zaps.created",
			"metrics.format",
			"errors.unknown",
			"errors.method",
			"errors.media",
			"errors.invalid",
		]),
	);
	expect(of("untested")).toEqual(
		expect.arrayContaining(["auth.none", "limits.none", "health.unavailable"]),
	);
	for (const { id, verdict, why } of assumptions)
		if (verdict === "refuted")
			expect(why, id).toMatch(/missing|200|application\/json/);
		else expect(why, id).not.toBe("");
});
