import { mkdir, readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readPactResults } from "../../../src/verification/pact/read-pact-results.ts";
import {
	type ScratchFolder,
	scratchFolder,
} from "../../support/scratch-folder.ts";
import { startStub } from "../../support/stub-server.ts";
import {
	interaction,
	startProvider,
	verify,
	writePact,
} from "./external-pact.ts";

/** Each test covers a behavior of Pact's verifier that we guard against, and fails without the guard. */

let folder: ScratchFolder;
beforeAll(async () => {
	folder = await scratchFolder();
});
afterAll(() => folder[Symbol.asyncDispose]());

describe("there is nothing to verify in", () => {
	test("a pact without interactions, which Pact reports as a success", async () => {
		await using provider = await startProvider();
		const { code, stderr } = await verify(
			provider.url,
			await writePact(folder),
		);
		expect(code).toBe(2);
		expect(stderr).toMatch(/There is nothing to verify: no interaction in/);
	});

	test("a folder without pacts", async () => {
		const empty = join(folder.path, "empty");
		await mkdir(empty);
		await using provider = await startProvider();
		const { code, stderr } = await verify(provider.url, empty);
		expect(code).toBe(2);
		expect(stderr).toMatch(/There is nothing to verify/);
	});

	test("a pact whose interactions belong to operations other than --only", async () => {
		await using provider = await startProvider();
		const other = interaction("", { description: "listZaps: all" });
		const { code, stderr } = await verify(
			provider.url,
			await writePact(folder, other),
		);
		expect(code).toBe(2);
		expect(stderr).toMatch(/nothing to verify/i);
	});
});

test("two interactions with the same description are distinguished, although Pact reports one", async () => {
	await using provider = await startProvider();
	const pact = await writePact(
		folder,
		interaction("twice", { response: { status: 500 } }),
		interaction("twice"),
	);
	const { code, stdout } = await verify(provider.url, pact);
	expect(code).toBe(1);
	expect(stdout).toContain("1 of 2 interactions failed");
	expect(stdout).toMatch(/External +1 passed, 1 failed/);
	expect(provider.received).toHaveLength(2);
});

test("a redirect is compared and not followed", async () => {
	await using provider = await startProvider({
		status: 302,
		headers: { location: "/elsewhere" },
	});
	const asIs = interaction("redirects", { response: { status: 302 } });
	const followed = interaction("is there");
	const pact = await writePact(folder, asIs, followed);
	const { code, stdout } = await verify(provider.url, pact);
	expect(code).toBe(1);
	expect(stdout).toContain("1 of 2 interactions failed");
	expect(stdout).toMatch(/getHealth: is there.*\n.*\n +status +200 +302/);
	expect(provider.received.map(({ url }) => url)).toEqual([
		"/v1/health",
		"/v1/health",
	]);
});

test("a proxy in the environment is not used for this machine", async () => {
	let asked = 0;
	const proxy = createServer((_, response) => {
		asked += 1;
		response.writeHead(502).end();
	}).on("connect", (_, socket) => {
		asked += 1;
		socket.destroy();
	});
	await new Promise<void>((resolve) =>
		proxy.listen(0, "127.0.0.1", () => resolve()),
	);
	const address = proxy.address();
	const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
	await using provider = await startProvider();
	const { code } = await verify(
		provider.url,
		await writePact(folder, interaction("as it is")),
		[],
		{ HTTP_PROXY: url, http_proxy: url, ALL_PROXY: url, HTTPS_PROXY: url },
	);
	proxy.close();
	expect({ code, asked }).toEqual({ code: 0, asked: 0 });
});

test("a form is forwarded unchanged", async () => {
	await using provider = await startProvider({ status: 415 });
	const pact = await writePact(
		folder,
		interaction("sent as a form", {
			request: {
				method: "POST",
				path: "/v1/health",
				headers: { "Content-Type": ["application/x-www-form-urlencoded"] },
				body: {
					content: "b=2&a=1%20+x",
					contentType: "application/x-www-form-urlencoded",
					encoded: false,
				},
			},
			response: { status: 415 },
		}),
	);
	expect((await verify(provider.url, pact)).code).toBe(0);
	expect(provider.received).toMatchObject([
		{
			body: "b=2&a=1%20+x",
			headers: { "content-type": "application/x-www-form-urlencoded" },
		},
	]);
});

test("a text response may have parameters in its media type", async () => {
	await using provider = await startProvider({
		headers: { "content-type": "text/plain; version=0.0.4; charset=utf-8" },
		body: "up 1\n",
	});
	const withText = (description: string, includes: string) =>
		interaction(description, {
			response: {
				status: 200,
				body: { content: "up 0\n", contentType: "text/plain", encoded: false },
				matchingRules: {
					body: {
						$: {
							combine: "AND",
							matchers: [{ match: "include", value: includes }],
						},
					},
				},
			},
		});
	const pact = await writePact(
		folder,
		withText("is up", "up"),
		withText("is down", "down"),
	);
	const { code, stdout } = await verify(provider.url, pact);
	expect(code).toBe(1);
	expect(stdout).toContain("1 of 2 interactions failed");
	expect(stdout).toContain("✗ getHealth: is down");
});

test("the verifier sends no usage data and ends at the deadline", async () => {
	let probed = false;
	await using provider = await startStub((_, response) => {
		if (!probed) response.end();
		probed = true;
	});
	const seen = join(folder.path, "environment");
	const preload = await folder.file(
		"preload.mjs",
		`import { writeFileSync } from "node:fs"; if (process.argv[1]?.endsWith("pact-child.js")) writeFileSync(${JSON.stringify(seen)}, process.pid + " " + process.env.PACT_DO_NOT_TRACK);`,
	);
	const { code, stderr } = await verify(
		provider.url,
		await writePact(folder, interaction("hangs")),
		["--deadline", "2"],
		{ NODE_OPTIONS: `--import ${preload}`, PACT_DO_NOT_TRACK: "" },
	);
	expect(code).toBe(2);
	expect(stderr).toMatch(/exceeded its deadline of 2 s/);
	const [pid, tracking] = (await readFile(seen, "utf8")).split(" ");
	expect(tracking).toBe("true");
	expect(() => process.kill(Number(pid), 0)).toThrow("ESRCH");
});

test.each([
	["fewer", ["a #1"]],
	["more", ["a #1", "b #2", "c #3"]],
	["others", ["a #1", "z #9"]],
])(
	"results of %s interactions than the pact has are rejected",
	(_, reported) => {
		const results = {
			result: true,
			interactionResults: reported.map((description) => ({ description })),
		};
		expect(() =>
			readPactResults(JSON.stringify(results), ["a #1", "b #2"]),
		).toThrow(
			`Pact's verifier reported ${reported.length} interactions instead of 2.`,
		);
	},
);

test.each([
	["", "reported 0 interactions"],
	["null", "reported 0 interactions"],
	['{"interactionResults":[{"description":5}]}', "reported 1 interactions"],
	[
		'{"interactionResults":[{"description":"a #1"}],"errors":[{"interaction":7}]}',
		"reported an unknown interaction",
	],
])("results in an unexpected format are rejected: %s", (json, message) => {
	expect(() => readPactResults(json, ["a #1"])).toThrow(message);
});
