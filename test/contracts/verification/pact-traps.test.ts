import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { readPactResults } from "../../../src/verification/pact/verify-pact.ts";
import { respondWith } from "../../support/respond-with.ts";
import { scratchFolder } from "../../support/scratch-folder.ts";
import { startStub } from "../../support/stub-server.ts";
import { testFolder } from "../../support/test-folder.ts";
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
	if (interactions) await writePact(empty, ...interactions);
	await expect(verifyPact(provider.url, empty.path)).rejects.toThrow(
		/^There is nothing to verify: /,
	);
});

const TEXT = "text/plain; version=0.0.4; charset=utf-8";
/** The responses of the provider by path. */
const RESPONSES: Readonly<
	Record<string, readonly [number, Record<string, string>, string?]>
> = {
	"/v1/health": [200, {}],
	"/redirect": [302, { location: "/elsewhere" }],
	"/created": [201, { location: "/zaps/1" }],
	"/form": [415, {}],
	"/text": [200, { "content-type": TEXT }, "up 1\n"],
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

const withText = (description: string, value: string) => {
	const $ = { combine: "AND", matchers: [{ match: "include", value }] };
	const body = { content: "up 0\n", contentType: "text/plain", encoded: false };
	const response = { body, matchingRules: { body: { $ } } };
	return withPath("/text", description, 200, { response });
};

test("each interaction is sent and compared as it is", async () => {
	// A proxy in the environment is not used for this machine.
	await using proxy = await startStub(respondWith(502));
	for (const name of ["HTTP_PROXY", "http_proxy", "ALL_PROXY", "HTTPS_PROXY"])
		vi.stubEnv(name, proxy.url);
	await using provider = await startProvider(({ url = "" }, response) => {
		const [status, headers, body] = RESPONSES[url] ?? [404, {}];
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
		...["/elsewhere", "/nowhere"].map((Location) =>
			withPath("/redirect", `leads to ${Location}`, 302, {
				response: { headers: { Location: [Location] } },
			}),
		),
		withPath("/redirect", "leads somewhere", 302, {
			response: {
				headers: { location: ["/a"] },
				matchingRules: {
					header: {
						location: { matchers: [{ match: "regex", regex: "/\\w+" }] },
					},
				},
			},
		}),
		withPath("/form", "has a place", 415, {
			response: { headers: { Location: ["/form"] } },
		}),
		withPath("/created", "names what it created", 201, {
			response: { headers: { Location: ["/zaps/1"] } },
		}),
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
		["leads to /elsewhere", true],
		["leads to /nowhere", ["header location /elsewhere"]],
		["leads somewhere", true],
		["has a place", ["header location missing"]],
		["names what it created", true],
		["sent as a form", true],
		["is up", true],
		["is down", ["$ up 1\n"]],
	]);
	expect(provider.received.map(({ url }) => url)).toEqual([
		...["/v1/health", "/v1/health", "/redirect", "/redirect"],
		...["/redirect", "/redirect", "/redirect", "/form"],
		...["/created", "/form", "/text", "/text"],
	]);
	expect(provider.received[9]).toMatchObject({
		body: "b=2&a=1%20+x",
		headers: { "content-type": FORM },
	});
});

test("the verifier sends no usage data, and ends at the deadline if the provider hangs after the surface probe", async () => {
	await using provider = await startProvider(() => {});
	const seen = join(folder.path, "environment");
	const preload = await folder.file(
		"preload.mjs",
		`import { writeFileSync } from "node:fs"; writeFileSync(${JSON.stringify(seen)}, process.pid + " " + process.env.PACT_DO_NOT_TRACK);`,
	);
	vi.stubEnv("NODE_OPTIONS", `--import ${preload}`);
	vi.stubEnv("PACT_DO_NOT_TRACK", "");
	const pact = await writePact(folder, interaction("hangs"));
	const error = await verifyPact(provider.url, pact, {
		deadlineS: 2,
		// A verifier whose log is read is not shared.
		onPactOutput: () => {},
	}).catch((error) => error);
	expect(String(error)).toMatch(
		/exceeded its deadline of 2 s\. Pass a longer --deadline/,
	);
	const { exitCode, notRecordable, report } = error.verification;
	expect([exitCode, notRecordable]).toEqual([
		2,
		expect.stringMatching(/^The report is incomplete: the deadline of 2 s/),
	]);
	expect(report.surface[0].verdict).toBe("passed");
	for (const interaction of report.interactions)
		expect(interaction).toMatchObject({
			...{ passed: false, notVerified: notRecordable },
		});
	const [pid, tracking] = (await readFile(seen, "utf8")).split(" ");
	expect(tracking).toBe("true");
	expect(() => process.kill(Number(pid), 0)).toThrow("ESRCH");
});

test("if a binding check failed before the deadline, the exit code is 1", async () => {
	await using provider = await startProvider(({ url }, response) => {
		if (url === "/ends") response.end();
	});
	const pacts = [
		await writePact(folder, withPath("/ends", "ends", 201)),
		await writePact(folder, withPath("/hangs", "hangs", 200)),
	];
	const error = await verifyPact(provider.url, "", {
		...{ pacts, deadlineS: 5 },
	}).catch((error) => error);
	expect(error.verification.exitCode).toBe(1);
});

test.each([
	["of fewer interactions", ["a #1"], "1 interactions instead of 2"],
	["of more interactions", ["a #1", "b #2", "c #3"], "3 interactions"],
	["of others", ["a #1", "z #9"], "2 interactions"],
	["without a name", ["a #1", 5], "2 interactions"],
	["of an unknown error", ["a #1", "b #2"], "an unknown interaction", 7],
])(
	"results %s are rejected",
	(_, names, message, interaction: unknown = undefined) => {
		const results = {
			interactionResults: names.map((description) => ({ description })),
			errors: interaction ? [{ interaction }] : [],
		};
		expect(() =>
			readPactResults(JSON.stringify(results), ["a #1", "b #2"]),
		).toThrow(`Pact's verifier reported ${message}`);
	},
);

test.each(["", "null"])("an empty result is rejected: %j", (text) => {
	expect(() => readPactResults(text, ["a #1"])).toThrow(
		"Pact's verifier reported 0 interactions instead of 1.",
	);
});
