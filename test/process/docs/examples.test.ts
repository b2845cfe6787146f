import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import { loadConfig } from "../../../src/config/load-config.ts";
import { run } from "../../support/run.ts";
import { TSC } from "../../support/tsc.ts";
import { type RunningCli, startCli } from "../../support/understudy.ts";
import {
	configs,
	listTexts,
	playwrightExamples,
	readmeConfigs,
	readmeTests,
	testingExamples,
} from "./examples.ts";
import { pointAt, ROOT, readPage } from "./page.ts";

const testing = await readPage("docs/testing.md");
const control = await readPage("docs/control.md");
const [prelude = "", ...others] = listTexts(control, "ts");
/** Each example after the first gets a scope of its own, so names may repeat. */
const controlExample = [prelude, ...others.map((text) => `{\n${text}}\n`)].join(
	"",
);

/** Runs the examples of docs/testing.md with their own configuration, the others without, and prints the assumptions of both. */
const ALL_TESTS = `
import docs from "./vitest.config.ts";
const details = ["zaps-understudy/vitest/reporter", { details: true }];
const others = { test: { name: "readme", include: ["readme-*.ts"] } };
export default { test: {
	reporters: [...docs.test.reporters, details],
	projects: ["vitest.config.ts", others],
} };`;

const numbered = (texts: readonly string[], name: string) =>
	texts.map((text, index) => [`${name}-${index}.ts`, text] as const);

let folder = "";
let server: RunningCli;
beforeAll(async () => {
	server = await startCli();
	// Inside of the package, where its own name resolves to the build.
	folder = await mkdtemp(join(ROOT, "docs-examples-"));
	const compilerOptions = { noUnusedLocals: false };
	const tsconfig = { extends: "../tsconfig.json", compilerOptions };
	const files = [
		...testingExamples,
		...playwrightExamples,
		...numbered(readmeTests, "readme"),
		...numbered([...readmeConfigs, ...configs], "config"),
		["control.ts", pointAt(controlExample, server.url)],
		["all.config.js", ALL_TESTS],
		["tsconfig.json", JSON.stringify({ ...tsconfig, include: ["."] })],
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
const SILENT = { code: 0, stdout: "", stderr: "" };

/** Replaces the numbers of tests and exchanges. */
const steady = (text: string): string => text.trim().replace(/\d+/g, "0");

test("the examples of all pages compile", async () => {
	expect(await node(TSC, "-p", ".")).toEqual(SILENT);
});

test("no example uses a syntax that Node 20 lacks", () => {
	const js = listTexts(testing, "js");
	const examples = [
		...[...readmeTests, ...readmeConfigs, ...configs, controlExample],
		...[...testingExamples.map(([, text]) => text), ...js],
	];
	expect(examples.filter((text) => text.includes("await using"))).toEqual([]);
});

const namesLike = (pattern: RegExp): string[] =>
	testingExamples.map(([name]) => name).filter((name) => pattern.test(name));

test("all examples of docs/testing.md are run by a test of this file", () => {
	const run = namesLike(
		/(\.test|\.node)\.ts$|^(zaps-api|(vitest|understudy)\.config|browser|preview)\.ts$/,
	);
	expect(testingExamples.map(([name]) => name)).toEqual(run);
});

test("the Vitest examples and those of the README pass, and print the summaries that docs/testing.md shows", async () => {
	const { code, stdout, stderr } = await node(
		...[join(ROOT, "node_modules/vitest/vitest.mjs"), "run"],
		// One worker takes a third of the CPU of one for each file.
		...["--config", "all.config.js", "--no-isolate", "--max-workers=1"],
	);
	expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
	const { length } = namesLike(/\.test\.ts$/);
	expect(stdout).toContain(`${length + 1} passed (${length + 1})`);
	const [, , summary = "", details = ""] = listTexts(testing, "console");
	const [first = "", second = "", third = ""] = details.split("\n");
	for (const line of [
		summary,
		first,
		second,
		third.replace(/ followed by.*/, ""),
	])
		expect(steady(stdout)).toContain(steady(line));
});

test("the examples for node:test pass, with the command of docs/testing.md or as JavaScript", async () => {
	const [command = ""] = listTexts(testing, "sh").filter((text) =>
		text.startsWith("node --import tsx --test "),
	);
	const [, ...shown] = command.trim().split(" ");
	const names = namesLike(/\.node\.ts$/).filter(
		(name) => !shown.includes(name),
	);
	// Loading all modules of a process through tsx takes twice the time of the test.
	await build({
		absWorkingDir: folder,
		entryPoints: names,
		bundle: true,
		packages: "external",
		format: "esm",
		outdir: ".",
	});
	const built = names.map((name) => name.replace(/ts$/, "js"));
	for (const args of [shown, ["--test", ...built]]) {
		const { code, stdout } = await node("--test-reporter", "tap", ...args);
		expect({ code, stdout }).toMatchObject({ code: 0 });
		expect(stdout).toMatch(/# pass [1-9]\d*\n# fail 0/);
	}
});

test("the examples for pages can be bundled", async () => {
	const { warnings } = await build({
		entryPoints: ["browser", "preview"].map((name) =>
			join(folder, `${name}.ts`),
		),
		outdir: folder,
		bundle: true,
		write: false,
		format: "esm",
		platform: "browser",
		logLevel: "silent",
		// esbuild says this only of packages that are not in node_modules.
		logOverride: { "ignored-bare-import": "silent" },
	});
	expect(warnings).toEqual([]);
});

test("the configuration of the README can be loaded", async () => {
	const { flags } = await loadConfig(join(folder, "config-0.ts"));
	expect(flags).toMatchObject({ dataset: "shop" });
});

test("the examples of docs/control.md print the output in their comments", async () => {
	const promised = [
		...controlExample.matchAll(/^\s*console\.log\(.*\); \/\/ (.*)$/gm),
	].map(([, printed]) => `${printed}\n`);
	expect(await node("--import", "tsx", "control.ts")).toEqual({
		...SILENT,
		stdout: promised.join(""),
	});
});

test("the commands of docs/testing.md start a server, or run npm or Vitest", async () => {
	expect(listTexts(testing, "sh")).toEqual([
		"npm install --save-dev vitest\n",
		"node --import tsx --test zaps.node.ts\n",
		"node --experimental-vm-modules node_modules/jest/bin/jest.js\n",
		"npm install --save-dev @playwright/test\nnpx playwright install chromium\n",
		"npx zaps-understudy serve --port 4010 --dataset empty\n",
		"SEED=4711 npx vitest run\n",
	]);
	await using cli = await startCli(["--dataset", "empty"]);
	expect((await fetch(`${cli.url}/v1/zaps`)).status).toBe(200);
});
