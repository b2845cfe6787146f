import { existsSync } from "node:fs";
import { mkdir, readdir, symlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import packageJson from "../../../package.json" with { type: "json" };
import { run } from "../../support/run.ts";
import { scratchFolder } from "../../support/scratch-folder.ts";
import { ROOT, readPage } from "../docs/page.ts";

const CONFIG = join(ROOT, ".dependency-cruiser.js");
const DEPCRUISE = "dependency-cruiser/bin/dependency-cruise.mjs";
const text = await readPage("docs/architecture.md");

/** Returns the rows of the table below a heading, without its head. */
function readTable(heading: string): string[][] {
	const [, section = ""] = text.split(`## ${heading}\n`);
	const [own = ""] = section.split("\n## ");
	const [, , ...rows] = own.match(/^\| .*(?= \|$)/gm) ?? [];
	return rows.map((row) =>
		row
			.slice(2)
			.replaceAll("`", "")
			.split(/ *\| */),
	);
}

test("every path in docs/architecture.md exists", () => {
	const paths = [...text.matchAll(/`([\w.-]+\/[\w./-]*)`/g)].map(
		([, path = ""]) => path,
	);
	expect(paths.length).toBeGreaterThan(30);
	expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});

test("src/entries has one file for each key of exports", async () => {
	const names = Object.values<string | { default: string }>(
		packageJson.exports,
	).flatMap((file) => (typeof file === "string" ? [] : file.default));
	const files = await readdir(join(ROOT, "src/entries"));
	expect(names.toSorted()).toEqual(
		files.map((file) => `./dist/lib/${file.replace(/ts$/, "js")}`),
	);
});

test("a request passes the files of its way, at most twelve", async () => {
	const trace = join(import.meta.dirname, "trace-exchange.mjs");
	const { stdout, stderr } = await run(process.execPath, [trace]);
	expect(stderr).toBe("");
	const passed: string[] = JSON.parse(stdout);
	const way = readTable("The way of one request").map(([file = ""]) =>
		file.replace(/\.ts$/, ".js"),
	);
	expect(way.length).toBeGreaterThan(5);
	expect(way.length).toBeLessThanOrEqual(12);
	expect(way.filter((file) => !passed.includes(file))).toEqual([]);
});

test("the table of imports is the one that npm run check enforces", async () => {
	const { LAYERS } = await import(CONFIG);
	const table = readTable("Which folder imports which").map(
		([folder = "", imports = ""]) => [
			folder.replace("src/", ""),
			imports === "nothing" ? [] : imports.split(", "),
		],
	);
	expect(Object.fromEntries(table)).toEqual(LAYERS);
});

/** Rules, each with an import that breaks it. Most import only types. Of the rules of LAYERS, one stands for all. */
const OFFENSES = `
no-circles                                  src/store/a.ts              type ./b.ts
no-circles                                  src/store/b.ts              type ./a.ts
store-imports-only-what-is-below            src/store/c.ts              type ../journal/a.ts
engine-model-imports-only-what-is-below     src/engine/model/a.ts       type ../response/a.ts
engine-response-imports-only-what-is-below  src/engine/response/a.ts    type ../request/a.ts
engine-request-imports-only-what-is-below   src/engine/request/a.ts     type ../routing/a.ts
engine-routing-imports-only-what-is-below   src/engine/routing/a.ts     type ../sessions/a.ts
engine-forwarding-imports-only-what-is-below  src/engine/forwarding/a.ts  type ../sessions/a.ts
engine-sessions-imports-only-what-is-below  src/engine/sessions/a.ts    type ../presets/a.ts
verification-run-is-above-its-neighbors     src/verification/pact/b.ts  type ../run/a.ts
child-folders-are-below-own-files           src/engine/sessions/b.ts    type ../b.ts
child-folders-are-below-own-files           src/values/a/b/c.ts         type ../../d.ts
own-files-are-below-these-child-folders     src/store/e.ts              type ./sqlite/a.ts
only-service-and-entries-name-the-zaps-service  src/cli/a.ts            type ../../fixtures/a.ts
entries-reach-handlers-through-the-service  src/entries/a.ts            type ../../handlers/a.ts
only-the-cli-imports-entries                src/store/d.ts              type ../entries/a.ts
only-the-cli-imports-the-cli                src/entries/express.ts      type ../cli/a.ts
generated-contracts-import-only-the-document  contracts/generated/a.ts  type ../../src/entries/index.ts
contracts-import-the-document-and-verification-types  contracts/a.ts  type ../src/adapters/a.ts
contracts-import-no-verification-code       contracts/b.ts              ../src/verification/a.ts
fixtures-import-behaviors-and-below         fixtures/a.ts               type ../src/engine/a.ts
handlers-import-engine-and-below            handlers/a.ts               type ../src/adapters/a.ts
browser-is-free-of-node                     src/entries/browser.ts      type ../values/b.ts
browser-is-free-of-node                     src/values/b.ts             node:util
msw-in-few-files                            src/values/c.ts             type msw
not-installed                               src/values/d.ts             left-pad
`
	.trim()
	.split("\n")
	.map((line) => line.split(/ {2,}/));

test("each import rule is broken by an import against it, also of a type", async () => {
	await using folder = await scratchFolder();
	const modules = join(ROOT, "node_modules");
	await symlink(modules, join(folder.path, "node_modules"), "dir");
	await folder.file("tsconfig.json", "{}");
	const imports = new Map<string, string>();
	for (const [, path = "", imported = ""] of OFFENSES) {
		const [, type, target = ""] = /^(type )?(.*)$/.exec(imported) ?? [];
		imports.set(path, `import ${type ? "type {} from " : ""}"${target}";\n`);
		if (!target.startsWith(".")) continue;
		const file = join(dirname(path), target);
		if (!imports.has(file)) imports.set(file, "export {};\n");
	}
	for (const [path, text] of imports) {
		await mkdir(join(folder.path, dirname(path)), { recursive: true });
		await folder.file(path, text);
	}
	const { stdout } = await run(
		process.execPath,
		[
			...[join(modules, DEPCRUISE), "--config", CONFIG],
			...["contracts", "fixtures", "handlers", "src"],
		],
		{ cwd: folder.path },
	);
	const { default: rules } = await import(CONFIG);
	const names: string[] = rules.forbidden.map(
		({ name }: { name: string }) => name,
	);
	const broken = names.filter((name) => stdout.includes(`error ${name}:`));
	const others = names.filter(
		(name) => !/^[a-z]+-imports-only-what-is-below$/.test(name),
	);
	const offended = OFFENSES.map(([rule = ""]) => rule);
	expect(new Set(broken)).toEqual(new Set([...others, ...offended]));
});
