import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { watchConfig } from "../../../src/cli/watch-config.ts";
import { loadConfig } from "../../../src/load-config.ts";
import {
	type ScratchFolder,
	scratchFolder,
} from "../../support/scratch-folder.ts";

/** Returns the names of the datasets that the configuration adds. */
async function datasetsOf(file: string): Promise<string[]> {
	const { presets } = await loadConfig(file);
	return Object.keys(presets.datasets).slice(3);
}

const config = (file: string): string => `
import name from ${JSON.stringify(file)};
export default { datasets: { [name]: {} } };
`;

/** Creates a folder for a project of ES modules. */
async function project(): Promise<ScratchFolder> {
	const folder = await scratchFolder();
	await folder.file("package.json", '{ "type": "module" }');
	return folder;
}

test.each(["ts", "mts", "js", "mjs"])(
	"understudy.config.%s is read again, with all files that it imports",
	async (extension) => {
		await using folder = await project();
		for (const value of ["one", "two"]) {
			const parts: Readonly<Record<string, string>> = {
				"part.ts": `const name: string = "${value}"; export default name;`,
				"part.js": `export default await Promise.resolve("${value}");`,
				"part.mjs": 'export { name as default } from "./deeper.mjs";',
				"deeper.mjs": `export const name = "${value}";`,
				"part.cjs": `module.exports = "${value}";`,
				"part.json": JSON.stringify({ name: value }),
			};
			for (const [name, text] of Object.entries(parts))
				await folder.file(name, text);
			const file = await folder.file(
				`understudy.config.${extension}`,
				`
import a from "./part.ts";
import b from "./part.js";
import c from "./part.mjs";
import d from "./part.cjs";
import e from "./part.json" with { type: "json" };
export default { datasets: { [[a, b, c, d, e.name].join()]: {} } };
`,
			);
			expect(await datasetsOf(file)).toEqual([Array(5).fill(value).join()]);
		}
	},
);

test("modules that import each other are loaded once", async () => {
	await using folder = await project();
	await folder.file(
		"count.js",
		"globalThis.loads = (globalThis.loads ?? 0) + 1; export const count = () => globalThis.loads;",
	);
	await folder.file(
		"a.ts",
		'import { b } from "./b.ts"; import { count } from "./count.js"; export const a = () => "a" + b() + count();',
	);
	await folder.file(
		"b.ts",
		'import { a } from "./a.ts"; import { count } from "./count.js"; export const b = () => typeof a + count();',
	);
	const file = await folder.file(
		"understudy.config.ts",
		'import { a } from "./a.ts"; import "./b.ts"; export default { datasets: { [a()]: {} } };',
	);
	expect(await datasetsOf(file)).toEqual(["afunction11"]);
});

test("a project can import the package and MSW without installing them", async () => {
	await using folder = await project();
	const file = await folder.file(
		"understudy.config.ts",
		`
import { setupServer } from "msw/node";
import { defineConfig } from "zaps-understudy";
import { createClient } from "zaps-understudy/client";
export default defineConfig({
	datasets: { [\`\${setupServer.name} \${createClient.name}\`]: {} },
});
`,
	);
	expect(await datasetsOf(file)).toEqual(["setupServer createClient"]);
	expect([...(await loadConfig(file)).files]).toEqual([file]);
});

test("reports the files it read outside of packages, even if one is invalid", async () => {
	await using folder = await project();
	const packaged = join(folder.path, "node_modules/one");
	await mkdir(packaged, { recursive: true });
	await folder.file("node_modules/one/index.js", "export default 1;");
	await folder.file(
		"node_modules/one/package.json",
		'{ "type": "module", "exports": "./index.js" }',
	);
	await folder.file("data.json", "{}");
	await folder.file("broken.mjs", "((");
	const file = await folder.file(
		"understudy.config.ts",
		'import "one"; import "./data.json"; import "./broken.mjs"; export default {};',
	);
	const files = new Set<string>();
	await expect(loadConfig(file, files)).rejects.toThrow("broken.mjs:1");
	expect([...files].sort()).toEqual(
		["broken.mjs", "data.json", "understudy.config.ts"].map((name) =>
			join(folder.path, name),
		),
	);
});

test("watches imported files, also in a folder that is created again, and recovers from errors", async () => {
	await using folder = await project();
	const parts = join(folder.path, "parts");
	const part = (name: string) =>
		folder.file("parts/name.mjs", `export default "${name}";`);
	const main = (text: string) => folder.file("understudy.config.ts", text);
	const events: string[] = [];
	const until = (event: string) =>
		vi.waitFor(() => expect(events.splice(0)).toContain(event), 5_000);
	const stopping = new AbortController();
	await mkdir(parts);
	const file = await main("export default {};");
	watchConfig(
		await loadConfig(file),
		async ({ presets }) => {
			events.push(...Object.keys(presets.datasets));
		},
		() => events.push("error"),
		stopping.signal,
	);
	await folder.file("parts/name.mjs", "((");
	await main(config("./parts/name.mjs"));
	await until("error");
	for (const name of ["one", "two"]) {
		await part(name);
		await until(name);
	}
	await rm(parts, { recursive: true });
	await mkdir(parts);
	for (const name of ["at once", "afterwards"]) {
		await part(name);
		await until(name);
	}
	await rm(parts, { recursive: true });
	await until("error");
	await mkdir(parts);
	await part("three");
	await main(config("./parts/name.mjs"));
	await until("three");
	await part("four");
	await until("four");
	await folder.file("other.mjs", 'export default "five";');
	await main(config("./other.mjs"));
	await until("five");
	await folder.file("other.mjs", 'export default "six";');
	await until("six");
	stopping.abort();
});
