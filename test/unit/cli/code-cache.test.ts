import { randomUUID } from "node:crypto";
import {
	mkdirSync,
	readdirSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadModule, writeCodeCache } from "../../../src/cli/code-cache.ts";
import { scratchFolder } from "../../support/scratch-folder.ts";

const PREFIX = `${process.version}-${process.arch}-`;

/** Writes a build in a new folder: a main module, and one with a digest in its name. */
async function createBuild({ hasModules = true } = {}) {
	const { path, [Symbol.asyncDispose]: dispose } = await scratchFolder();
	const build = join(path, "build");
	const cache = join(path, "node_modules/.cache/zaps-understudy");
	mkdirSync(build);
	if (hasModules) mkdirSync(join(path, "node_modules"));
	const main = join(build, "main.js");
	const require = createRequire(main);
	const name = `part-${randomUUID().slice(0, 8)}.js`;
	const write = (file: string, code: string): void =>
		writeFileSync(join(build, file), code);
	write(
		"main.js",
		`exports.part = require("./${name}"); exports.path = require("node:path").basename(__filename);`,
	);
	write(
		name,
		"exports.isSame = module.exports === exports; exports.main = require('./main.js');",
	);
	return {
		path,
		build,
		cache,
		name,
		main,
		require,
		write,
		/** Loads the modules as another process would. */
		load() {
			for (const file of [main, join(build, name)]) delete require.cache[file];
			return loadModule(main);
		},
		cached: join(cache, PREFIX + name),
		[Symbol.asyncDispose]: dispose,
	};
}

test("modules that require each other are loaded once, and those with a digest in their name are in the cache", async () => {
	await using pack = await createBuild();
	const loaded = pack.load();
	expect(loaded).toMatchObject({ path: "main.js", part: { isSame: true } });
	expect(loaded).toHaveProperty("part.main", loaded);
	expect(pack.require(pack.main)).toBe(loaded);
	writeCodeCache(pack.build);
	expect(readdirSync(pack.cache)).toEqual([PREFIX + pack.name]);
});

test("code from the cache runs, and is not written again", async () => {
	await using pack = await createBuild();
	pack.load();
	writeCodeCache(pack.build);
	expect(pack.load()).toMatchObject({ part: { isSame: true } });
	writeFileSync(pack.cached, "not written again");
	writeCodeCache(pack.build);
	expect(readFileSync(pack.cached, "utf8")).toBe("not written again");
});

test("a damaged cache is written again, code that is gone is removed, and that of another version of Node is kept", async () => {
	await using pack = await createBuild();
	const other = "v1.2.3-x64-part-12345678.js";
	mkdirSync(pack.cache, { recursive: true });
	writeFileSync(pack.cached, "damaged");
	writeFileSync(join(pack.cache, other), "");
	writeFileSync(join(pack.cache, `${PREFIX}gone-12345678.js`), "");
	expect(pack.load()).toMatchObject({ part: { isSame: true } });
	writeCodeCache(pack.build);
	expect(readFileSync(pack.cached).length).toBeGreaterThan(100);
	expect(readdirSync(pack.cache).toSorted()).toEqual(
		[other, PREFIX + pack.name].toSorted(),
	);
});

test("Node loads a module that imports, because code from a cache cannot", async () => {
	await using pack = await createBuild();
	pack.write(pack.name, "exports.load = () => import('node:path');");
	const loaded = pack.load();
	expect(loaded).toHaveProperty("part.load");
	expect(Object.values(Object(loaded).part)).toHaveLength(1);
	writeCodeCache(pack.build);
	expect(readdirSync(join(pack.path, "node_modules"))).toEqual([]);
});

test("loads modules without a folder `node_modules`, and if the cache cannot be written", async () => {
	await using none = await createBuild({ hasModules: false });
	expect(none.load()).toMatchObject({ part: { isSame: true } });
	writeCodeCache(none.build);
	expect(readdirSync(none.path)).toEqual(["build"]);

	await using denied = await createBuild();
	rmSync(join(denied.path, "node_modules"), { recursive: true });
	writeFileSync(join(denied.path, "node_modules"), "a file");
	expect(denied.load()).toMatchObject({ part: { isSame: true } });
	writeCodeCache(denied.build);
});
