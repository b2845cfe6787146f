import { mkdir, rename, rm, symlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, test, vi } from "vitest";
import { watchFiles } from "../../../src/cli/serve/watch-files.ts";
import {
	createConfigError,
	type LoadedConfig,
	loadConfig,
} from "../../../src/config/load-config.ts";
import {
	type ScratchFolder,
	scratchFolder,
} from "../../support/scratch-folder.ts";

/** Returns the names of the datasets that the configuration adds. */
async function datasetsOf(file: string): Promise<string[]> {
	const { presets } = await loadConfig(file);
	return Object.keys(presets.datasets).slice(3);
}

const FILE = "understudy.config.ts";

/** Creates a folder for a project of ES modules, and writes these files into it. */
async function project(
	files: Readonly<Record<string, string>> = {},
): Promise<ScratchFolder> {
	const folder = await scratchFolder();
	await writeFiles(folder, {
		"package.json": '{ "type": "module" }',
		...files,
	});
	return folder;
}

async function writeFiles(
	folder: ScratchFolder,
	files: Readonly<Record<string, string>>,
): Promise<void> {
	for (const [name, text] of Object.entries(files)) {
		await mkdir(dirname(join(folder.path, name)), { recursive: true });
		await folder.file(name, text);
	}
}

test.each([...["ts", "mts", "js", "mjs"]])(
	"understudy.config.%s is read again, with all files that it imports",
	async (extension) => {
		await using folder = await project();
		const file = join(folder.path, `understudy.config.${extension}`);
		for (const value of ["one", "two"]) {
			await writeFiles(folder, {
				"part.ts": `const name: string = "${value}"; export default name;`,
				"part.js": `export default await Promise.resolve("${value}");`,
				"part.mjs": 'export { name as default } from "./deeper.mjs";',
				"deeper.mjs": `export const name = "${value}";`,
				"part.cjs": `module.exports = "${value}";`,
				"part.json": JSON.stringify({ name: value }),
				[`understudy.config.${extension}`]: `
import a from "./part.ts";
import b from "./part.js";
import c from "./part.mjs";
import d from "./part.cjs";
import e from "./part.json" with { type: "json" };
export default { datasets: { [[a, b, c, d, e.name].join()]: {} } };
`,
			});
			expect(await datasetsOf(file)).toEqual([Array(5).fill(value).join()]);
		}
	},
);

test("modules that import each other are loaded once", async () => {
	await using folder = await project({
		"count.js":
			"globalThis.loads = (globalThis.loads ?? 0) + 1; export const count = () => globalThis.loads;",
		"a.ts":
			'import { b } from "./b.ts"; import { count } from "./count.js"; export const a = () => "a" + b() + count();',
		"b.ts":
			'import { a } from "./a.ts"; import { count } from "./count.js"; export const b = () => typeof a + count();',
		[FILE]:
			'import { a } from "./a.ts"; import "./b.ts"; export default { datasets: { [a()]: {} } };',
	});
	expect(await datasetsOf(join(folder.path, FILE))).toEqual(["afunction11"]);
});

test("a project can import the package and MSW without installing them", async () => {
	await using folder = await project();
	const file = await folder.file(
		FILE,
		`
import { setupServer } from "msw/node";
import { defineConfig } from "zaps-understudy";
import { createClient } from "zaps-understudy/client";
export default defineConfig({ datasets: { [setupServer.name + createClient.name]: {} } });
`,
	);
	expect(await datasetsOf(file)).toEqual(["setupServercreateClient"]);
	expect([...(await loadConfig(file)).files]).toEqual([file]);
});

test("reports the files it read outside of packages, even if one is invalid", async () => {
	await using folder = await project({
		"node_modules/one/index.js": "export default 1;",
		"node_modules/one/package.json":
			'{ "type": "module", "exports": "./index.js" }',
		"data.json": "{}",
		"broken.mjs": "((",
		[FILE]:
			'import "one"; import "./data.json"; import "./broken.mjs"; export default {};',
	});
	const files = new Set<string>();
	const loading = loadConfig(join(folder.path, FILE), files);
	await expect(loading).rejects.toThrow("broken.mjs:1");
	expect([...files].sort()).toEqual(
		["broken.mjs", "data.json", FILE].map((name) => join(folder.path, name)),
	);
});

/** @param onLoaded receives the names of the datasets */
const watchConfig = (
	{ file, files }: LoadedConfig,
	onLoaded: (datasets: string[]) => unknown,
	onInvalid: (reason: string) => unknown,
	signal: AbortSignal,
): Promise<void> =>
	watchFiles(
		files,
		{
			load: (read) => loadConfig(file, read, 2_000),
			async onLoaded({ presets }) {
				onLoaded(Object.keys(presets.datasets));
			},
			async onInvalid(error) {
				onInvalid(createConfigError(file, error).message);
			},
		},
		signal,
	);

test("watches imported files, also in a folder that is created again, and recovers from errors", async () => {
	await using folder = await project();
	const parts = join(folder.path, "parts");
	const write = (file: string, name: string) =>
		folder.file(file, `export default "${name}";`);
	const part = (name: string) => write("parts/name.mjs", name);
	const importing = (file: string) =>
		folder.file(
			FILE,
			`import name from "${file}"; export default { datasets: { [name]: {} } };`,
		);
	const events: string[] = [];
	const until = (event: string) =>
		vi.waitFor(() => expect(events.splice(0)).toContain(event), 5_000);
	const stopping = new AbortController();
	await mkdir(parts);
	await watchConfig(
		await loadConfig(await folder.file(FILE, "export default {};")),
		(datasets) => events.push(...datasets),
		(reason) => events.push("error", reason),
		stopping.signal,
	);
	const stuck = "await new Promise(() => {}); export default {};";
	const file = await folder.file(FILE, stuck);
	await until(
		`Invalid configuration ${file}: it was not loaded after 2000 ms. Look for a promise that never resolves, in the file or in a dataset, or pass a longer --config-timeout to serve.`,
	);
	await folder.file("parts/name.mjs", "((");
	await importing("./parts/name.mjs");
	await until("error");
	const writeAll = async (...names: string[]) => {
		for (const name of names) {
			await part(name);
			await until(name);
		}
	};
	await writeAll("one", "two");
	await rm(parts, { recursive: true });
	await mkdir(parts);
	await writeAll("at once", "afterwards");
	await rm(parts, { recursive: true });
	await until("error");
	await mkdir(parts);
	await part("three");
	await importing("./parts/name.mjs");
	await until("three");
	await writeAll("four");
	await write("other.mjs", "five");
	await importing("./other.mjs");
	await until("five");
	await write("other.mjs", "six");
	await until("six");
	stopping.abort();
});

test("watches the targets of symbolic links, also when a link is replaced", async () => {
	await using folder = await project();
	const link = (target: string, name: string) =>
		symlink(join(folder.path, target), join(folder.path, name));
	const defining = (name: string) =>
		`import part from "./part.mjs"; export default { datasets: { [${name} + part]: {} } };`;
	await writeFiles(folder, {
		"a/config.ts": defining('"a"'),
		"b/config.ts": defining('"b"'),
		"c/part.mjs": "export default 1;",
	});
	await link("a/config.ts", FILE);
	await link("c/part.mjs", "part.mjs");
	const loaded: string[] = [];
	const stopping = new AbortController();
	await watchConfig(
		await loadConfig(join(folder.path, FILE)),
		(datasets) => loaded.push(...datasets.slice(3)),
		(reason) => loaded.push(reason),
		stopping.signal,
	);
	const until = (name: string) =>
		vi.waitFor(() => expect(loaded.splice(0)).toContain(name), 5_000);
	await folder.file("a/config.ts", defining('"changed"'));
	await until("changed1");
	await folder.file("c/part.mjs", "export default 2;");
	await until("changed2");
	await link("b/config.ts", "next");
	await rename(join(folder.path, "next"), join(folder.path, FILE));
	await until("b2");
	await folder.file("b/config.ts", defining('"new"'));
	await until("new2");
	stopping.abort();
});
