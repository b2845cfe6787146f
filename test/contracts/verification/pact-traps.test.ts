import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { readPactResults } from "../../../src/verification/pact/read-pact-results.ts";
import { run } from "../../support/run.ts";
import { scratchFolder } from "../../support/scratch-folder.ts";
import { startStub } from "../../support/stub-server.ts";
import { testFolder } from "../../support/test-folder.ts";
import { CLI } from "../../support/understudy.ts";
import {
	interaction,
	startProvider,
	verifyPact,
	writePact,
} from "./external-pact.ts";

/** Each test covers a behavior of Pact's verifier that we guard against, and fails without the guard. */

const folder = await testFolder();
afterEach(() => {
	vi.unstubAllEnvs();
});

test.each([
	["a pact without interactions, which Pact reports as a success", []],
	[
		"a pact whose interactions belong to operations other than --only",
		[interaction("", { description: "listZaps: all" })],
	],
	["a folder without pacts", undefined],
])("there is nothing to verify in %s", async (_, interactions) => {
	await using provider = await startProvider();
	await using empty = await scratchFolder();
	const pact = interactions
		? await writePact(folder, ...interactions)
		: empty.path;
	await expect(verifyPact(provider.url, pact)).rejects.toThrow(
		/^There is nothing to verify: /,
	);
});

/** The responses of the provider by path. */
const RESPONSES: Readonly<
	Record<string, readonly [number, Record<string, string>, string]>
> = {
	"/v1/health": [200, {}, ""],
	"/redirect": [302, { location: "/elsewhere" }, ""],
	"/form": [415, {}, ""],
	"/text": [
		200,
		{ "content-type": "text/plain; version=0.0.4; charset=utf-8" },
		"up 1\n",
	],
};
const FORM = "application/x-www-form-urlencoded";

const withPath = (
	path: string,
	description: string,
	status: number,
	{ request = {}, response = {} } = {},
) =>
	interaction(description, {
		request: { method: "GET", path, ...request },
		response: { status, ...response },
	});

const withText = (description: string, value: string) =>
	withPath("/text", description, 200, {
		response: {
			body: { content: "up 0\n", contentType: "text/plain", encoded: false },
			matchingRules: {
				body: {
					$: { combine: "AND", matchers: [{ match: "include", value }] },
				},
			},
		},
	});

test("each interaction is sent and compared as it is", async () => {
	// A proxy in the environment is not used for this machine.
	await using proxy = await startStub((_, response) => {
		response.writeHead(502).end();
	});
	for (const name of ["HTTP_PROXY", "http_proxy", "ALL_PROXY", "HTTPS_PROXY"])
		vi.stubEnv(name, proxy.url);
	await using provider = await startProvider(({ url = "" }, response) => {
		const [status, headers, body] = RESPONSES[url] ?? [404, {}, ""];
		response.writeHead(status, headers).end(body);
	});
	const pact = await writePact(
		folder,
		// Pact reports one result for two interactions with the same description.
		withPath("/v1/health", "twice", 500),
		withPath("/v1/health", "twice", 200),
		withPath("/redirect", "redirects", 302),
		// Pact would follow the redirect.
		withPath("/redirect", "is there", 200),
		withPath("/form", "sent as a form", 415, {
			request: {
				method: "POST",
				headers: { "Content-Type": [FORM] },
				body: { content: "b=2&a=1%20+x", contentType: FORM, encoded: false },
			},
		}),
		// Pact would compare the parameters of the media type.
		withText("is up", "up"),
		withText("is down", "down"),
	);
	const { exitCode, report } = await verifyPact(provider.url, pact);
	expect(exitCode).toBe(1);
	expect(
		report.interactions.map(({ description, passed, mismatches }) => [
			description.replace("getHealth: ", ""),
			passed || mismatches.map(({ where, actual }) => `${where} ${actual}`),
		]),
	).toEqual([
		["twice", ["status 200"]],
		["twice", true],
		["redirects", true],
		["is there", ["status 302"]],
		["sent as a form", true],
		["is up", true],
		["is down", ["$ up 1\n"]],
	]);
	expect(provider.received.map(({ url }) => url)).toEqual([
		...["/v1/health", "/v1/health", "/redirect", "/redirect"],
		...["/form", "/text", "/text"],
	]);
	expect(provider.received[4]).toMatchObject({
		body: "b=2&a=1%20+x",
		headers: { "content-type": FORM },
	});
});

test("the verifier sends no usage data, and ends at the deadline if the provider hangs after the surface probe", async () => {
	await using provider = await startProvider(() => {});
	const seen = join(folder.path, "environment");
	const preload = await folder.file(
		"preload.mjs",
		`import { writeFileSync } from "node:fs"; if (process.argv[1]?.endsWith("pact-child.js")) writeFileSync(${JSON.stringify(seen)}, process.pid + " " + process.env.PACT_DO_NOT_TRACK);`,
	);
	const pact = await writePact(folder, interaction("hangs"));
	const { code, stderr } = await run(
		process.execPath,
		[
			...[CLI, "verify", provider.url, "--only", "getHealth"],
			...["--pact", pact, "--deadline", "2"],
		],
		{ env: { NODE_OPTIONS: `--import ${preload}`, PACT_DO_NOT_TRACK: "" } },
	);
	expect(code).toBe(2);
	expect(stderr).toMatch(
		/exceeded its deadline of 2 s\. Pass a longer --deadline/,
	);
	const [pid, tracking] = (await readFile(seen, "utf8")).split(" ");
	expect(tracking).toBe("true");
	expect(() => process.kill(Number(pid), 0)).toThrow("ESRCH");
});

const resultsOf = (...names: readonly unknown[]): object => ({
	interactionResults: names.map((description) => ({ description })),
});

test.each([
	["of fewer interactions", resultsOf("a #1"), "reported 1 interactions"],
	[
		"of more interactions",
		resultsOf("a #1", "b #2", "c #3"),
		"reported 3 interactions",
	],
	["of others", resultsOf("a #1", "z #9"), "reported 2 interactions"],
	["that are null", null, "reported 0 interactions"],
	["without a name", resultsOf("a #1", 5), "reported 2 interactions"],
	[
		"with an unknown error",
		{ ...resultsOf("a #1", "b #2"), errors: [{ interaction: 7 }] },
		"reported an unknown interaction",
	],
])("results %s are rejected", (_, results, message) => {
	expect(() =>
		readPactResults(JSON.stringify(results), ["a #1", "b #2"]),
	).toThrow(message);
});

test("an empty result is rejected", () => {
	expect(() => readPactResults("", ["a #1"])).toThrow(
		"Pact's verifier reported 0 interactions instead of 1.",
	);
});
