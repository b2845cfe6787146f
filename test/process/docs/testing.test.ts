import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { run } from "../../support/run.ts";
import { startCli } from "../../support/understudy.ts";

const ROOT = join(import.meta.dirname, "../../..");
const VITEST = join(ROOT, "node_modules/vitest/vitest.mjs");
const guide = await readFile(join(ROOT, "docs/testing.md"), "utf8");

const blocks = (language: string): string[] =>
	[
		...guide.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, "gms")),
	].map(([, text]) => text ?? "");

/** The examples by the file name in their first line. */
const examples = new Map(
	["ts", "js"].flatMap(blocks).map((text) => {
		const [, name = ""] = /^\/\/ (\S+)\n/.exec(text) ?? [];
		return [name, text] as const;
	}),
);
const named = (ending: string): string[] =>
	[...examples.keys()].filter((name) => name.endsWith(ending));

let folder = "";
beforeAll(async () => {
	// Inside of the package, where its own name resolves to the build.
	folder = await mkdtemp(join(ROOT, "docs-examples-"));
	for (const [name, text] of examples)
		await writeFile(join(folder, name), text);
	const tsconfig = { extends: "../tsconfig.json", include: ["."] };
	await writeFile(join(folder, "tsconfig.json"), JSON.stringify(tsconfig));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test("all examples are known to this test", () => {
	expect([...examples.keys()]).toEqual([
		"zaps-api.ts",
		"zaps.test.ts",
		"vitest.config.ts",
		"zaps.node.ts",
		"browser.ts",
		"other-process.test.ts",
		"own-server.node.ts",
		"express.node.ts",
		"answers.test.ts",
		"assertions.test.ts",
		"unhandled.test.ts",
		"faults.test.ts",
		"state.test.ts",
		"flaky.test.ts",
		"used-assumptions.node.ts",
		"zaps.jest.js",
	]);
});

test("the examples compile", async () => {
	const tsc = join(ROOT, "node_modules/typescript/bin/tsc");
	const { code, stdout } = await run(process.execPath, [tsc, "-p", folder]);
	expect({ code, stdout }).toEqual({ code: 0, stdout: "" });
});

test("the Vitest examples pass with the configuration example", async () => {
	await using server = await startCli(["--dataset", "empty"]);
	const env = { MOCK_URL: server.url, SEED: "4711" };
	const args = [VITEST, "run", "--root", folder];
	const { code, stdout, stderr } = await run(process.execPath, args, { env });
	expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
	const tests = named(".test.ts");
	expect(stdout).toContain(`${tests.length} passed (${tests.length})`);
	expect(stdout).toMatch(
		/Your \d+ tests depend on \d+ unconfirmed assumptions:/,
	);
});

test.each(named(".node.ts"))("%s passes", async (name) => {
	const args = ["--import", "tsx", "--test", join(folder, name)];
	const env = { NODE_TEST_CONTEXT: undefined };
	const { code, stdout } = await run(process.execPath, args, { env });
	expect({ code, stdout }).toMatchObject({ code: 0 });
	expect(stdout).toContain("fail 0");
});

test("the Jest example passes with global test functions", async () => {
	// Vitest has the same globals as Jest, which would add 180 packages.
	const config = join(folder, "jest.config.js");
	const include = ["*.jest.js"];
	const text = `export default ${JSON.stringify({ test: { include, globals: true } })};`;
	await writeFile(config, text);
	const args = [VITEST, "run", "--root", folder, "--config", config];
	const { code, stdout } = await run(process.execPath, args);
	expect({ code, stdout }).toMatchObject({ code: 0 });
	expect(stdout).toContain("1 passed (1)");
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

describe("the commands", () => {
	const lines = blocks("sh").flatMap((block) => block.trim().split("\n"));
	const served = /^npx zaps-understudy serve /;

	test("start a server that is tested below, or run npm or Vitest", () => {
		const others = lines.filter((line) => !served.test(line));
		expect(others).toEqual([
			"npm install --save-dev zaps-understudy msw vitest",
			"SEED=4711 npx vitest run",
		]);
	});
	test.each(lines.filter((line) => served.test(line)))("%s", async (line) => {
		const args = line.replace(served, "").split(" ");
		await using cli = await startCli([...args, "--port", "0"]);
		expect((await fetch(`${cli.url}/v1/zaps`)).status).toBe(200);
	});
});

test("the output examples match the actual output", async () => {
	const [refusal = "", rested = ""] = blocks("console");
	const spec = `
import { test } from "zaps-understudy/vitest";
test("a", async ({ mock }) => { await fetch(mock.url + "/v1/zap"); });
for (let n = 0; n < 3; n += 1)
	test("b" + n, async ({ mock }) => {
		await fetch(mock.url + "/v1/zaps", { method: "POST", headers: { "Content-Type": "application/json" }, body: '{"name":"A"}' });
	});
`;
	await writeFile(join(folder, "shown.spec.ts"), spec);
	const args = [VITEST, "run", "--root", folder, "shown.spec.ts"];
	const { stdout, stderr } = await run(process.execPath, args);
	expect(stderr).toContain(refusal.trim());
	const steady = (text: string): string =>
		text.replace(/\d+/g, "0").replace(/, …\n/g, ", ");
	const [first = "", second = "", third = ""] = rested.split("\n");
	for (const line of [first, second, third.replace(/ followed by.*/, "")])
		expect(steady(stdout)).toContain(steady(line));
});
