import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import { loadConfig } from "../../../src/load-config.ts";
import { run } from "../../support/run.ts";
import { type RunningCli, startCli } from "../../support/understudy.ts";
import {
	configs,
	listTexts,
	readmeConfigs,
	readmeTests,
	testingExamples,
} from "./examples.ts";
import { pointAt, ROOT, readPage } from "./page.ts";

const testing = await readPage("docs/testing.md");
const [prelude = "", ...others] = listTexts(
	await readPage("docs/control.md"),
	"ts",
);
const jestExamples = listTexts(testing, "js");
/** Each example after the first gets a scope of its own, so names may repeat. */
const controlExample = [prelude, ...others.map((text) => `{\n${text}}\n`)].join(
	"",
);

/** Shows an unmatched request, and the exchanges of a failed test. */
const FAILING = `
import { expect } from "vitest";
import { test } from "zaps-understudy/vitest";
test.override({ mockOptions: { baseUrl: "http://zaps.test" } });
test("a", async ({ mock }) => { await fetch(mock.url + "/v1/zap"); });
test("b", async ({ mock }) => {
	const response = await fetch(mock.url + "/v1/zaps", { method: "POST", headers: { "Content-Type": "application/json" }, body: '{"nam":"A"}' });
	expect(response.status).toBe(201);
});
`;

/** Shows the assumptions of three tests. */
const SHOWN = `
import { test } from "zaps-understudy/vitest";
for (let n = 0; n < 3; n += 1)
	test("b" + n, async ({ mock }) => {
		await fetch(mock.url + "/v1/zaps", { method: "POST", headers: { "Content-Type": "application/json" }, body: '{"name":"A"}' });
	});
`;

/** Runs the examples that the configuration of docs/testing.md does not include. */
const OTHER_CONFIG = `export default { test: {
	include: ["*.other.ts"],
	reporters: ["default", ["zaps-understudy/vitest/reporter", { details: true }]],
} };`;
const FAILING_CONFIG =
	'export default { test: { include: ["*.failing.ts"] } };';

const numbered = (texts: readonly string[], name: string) =>
	texts.map((text, index) => [name.replace("N", `${index}`), text] as const);

let folder = "";
let server: RunningCli;
beforeAll(async () => {
	server = await startCli();
	// Inside of the package, where its own name resolves to the build.
	folder = await mkdtemp(join(ROOT, "docs-examples-"));
	const files = [
		...testingExamples,
		...numbered(readmeTests, "readme-N.other.ts"),
		...numbered(readmeConfigs, "readme-N.ts"),
		...numbered(configs, "config-N.ts"),
		["control.ts", pointAt(controlExample, server.url)],
		["shown.other.ts", SHOWN],
		["failing.failing.ts", FAILING],
		["other.config.js", OTHER_CONFIG],
		["failing.config.js", FAILING_CONFIG],
		[
			"tsconfig.json",
			JSON.stringify({
				extends: "../tsconfig.json",
				compilerOptions: { noUnusedLocals: false },
				include: ["."],
			}),
		],
	] as const;
	for (const [name, text] of files) await writeFile(join(folder, name), text);
});
afterAll(async () => {
	await server[Symbol.asyncDispose]();
	await rm(folder, { recursive: true, force: true });
});

const node = (...args: readonly string[]) =>
	run(process.execPath, args, {
		cwd: folder,
		env: { MOCK_URL: server.url, SEED: "4711" },
	});
const vitest = (...args: readonly string[]) =>
	node(
		...[join(ROOT, "node_modules/vitest/vitest.mjs"), "run", ...args],
		// One worker takes a third of the CPU of one for each file.
		...["--no-isolate", "--max-workers=1"],
	);

const [unmatched = "", failure = "", summary = "", details = ""] = listTexts(
	testing,
	"console",
).map((text) => text.trim());
const shown = { unmatched, failure, summary, details };
/** Replaces what differs from run to run. */
const steady = (text: string): string =>
	text.replace(/sent from .*/g, "sent from here").replace(/\d+/g, "0");

test("the examples of all pages compile", async () => {
	const tsc = join(ROOT, "node_modules/typescript/bin/tsc");
	expect(await node(tsc, "-p", ".")).toEqual({
		code: 0,
		stdout: "",
		stderr: "",
	});
});

test("no example uses a syntax that Node 20 lacks", () => {
	const examples = [
		...[...readmeTests, ...readmeConfigs, ...configs, prelude, ...others],
		...[...testingExamples.map(([, text]) => text), ...jestExamples],
	];
	expect(examples.filter((text) => text.includes("await using"))).toEqual([]);
});

const namesLike = (pattern: RegExp): string[] =>
	testingExamples.map(([name]) => name).filter((name) => pattern.test(name));

test("all examples of docs/testing.md are run by a test of this file", () => {
	const run = namesLike(
		/(\.test|\.node)\.ts$|^(zaps-api|(vitest|understudy)\.config|browser)\.ts$/,
	);
	expect(testingExamples.map(([name]) => name)).toEqual(run);
});

test("the Vitest examples pass with the configuration example", async () => {
	const { code, stdout, stderr } = await vitest();
	expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
	const { length } = namesLike(/\.test\.ts$/);
	expect(stdout).toContain(`${length} passed (${length})`);
	expect(steady(stdout)).toContain(steady(shown.summary));
});

test("the examples of failures match the actual output", async () => {
	const { stderr } = await vitest("--config", "failing.config.js");
	for (const example of [shown.unmatched, shown.failure])
		expect(steady(stderr)).toContain(steady(example));
});

test("the examples of the README pass, and the output examples match the actual output", async () => {
	const { code, stdout, stderr } = await vitest("--config", "other.config.js");
	expect(readmeTests).toHaveLength(1);
	expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
	const [first = "", second = "", third = ""] = shown.details.split("\n");
	for (const line of [first, second, third.replace(/ followed by.*/, "")])
		expect(steady(stdout)).toContain(steady(line));
});

test("the examples for node:test pass", async () => {
	const names = namesLike(/\.node\.ts$/);
	const args = ["--test-reporter", "tap", ...names];
	const { code, stdout } = await node("--import", "tsx", "--test", ...args);
	expect({ code, stdout }).toMatchObject({ code: 0 });
	expect(stdout).toMatch(/# pass [1-9]\d*\n# fail 0/);
});

test("the browser example can be bundled", async () => {
	const { warnings } = await build({
		entryPoints: [join(folder, "browser.ts")],
		bundle: true,
		write: false,
		format: "esm",
		platform: "browser",
		logLevel: "silent",
	});
	expect(warnings).toEqual([]);
});

test("the configuration of the README can be loaded", async () => {
	const { flags } = await loadConfig(join(folder, "readme-0.ts"));
	expect(flags).toMatchObject({ dataset: "shop" });
});

test("the examples of docs/control.md print the output in their comments", async () => {
	const promised = [
		...controlExample.matchAll(/^\s*console\.log\(.*\); \/\/ (.*)$/gm),
	].map(([, printed]) => `${printed}\n`);
	expect(await node("--import", "tsx", "control.ts")).toEqual({
		code: 0,
		stdout: promised.join(""),
		stderr: "",
	});
});

test("the commands of docs/testing.md start a server, or run npm or Vitest", async () => {
	const lines = listTexts(testing, "sh").map((text) => text.trim());
	expect(lines).toEqual([
		"npm install --save-dev zaps-understudy msw vitest",
		"node --import tsx --test zaps.node.ts",
		"node --experimental-vm-modules node_modules/jest/bin/jest.js",
		"npx zaps-understudy serve --port 4010 --dataset empty",
		"SEED=4711 npx vitest run",
	]);
	await using cli = await startCli(["--dataset", "empty"]);
	expect((await fetch(`${cli.url}/v1/zaps`)).status).toBe(200);
});
