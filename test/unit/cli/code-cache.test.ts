import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadCached, writeCodeCache } from "../../../src/cli/code-cache.ts";
import { scratchFolder } from "../../support/scratch-folder.ts";

const CODE = `const { basename } = require("node:path");
exports.name = () => basename(__filename);
exports.isSame = () => module.exports === exports;
`;

/** Writes modules to the folder of a package, and loads them. */
async function createPackage() {
	const scratch = await scratchFolder();
	const own = join(scratch.path, "own");
	const cache = join(scratch.path, "node_modules/.cache/zaps-understudy");
	await mkdir(own);
	return {
		...scratch,
		cache,
		addModules: () => mkdir(join(scratch.path, "node_modules")),
		nameOf: (name: string) => `${process.version}-${process.arch}-${name}`,
		load(name: string): Record<string, () => unknown> {
			const file = join(own, name);
			writeFileSync(file, CODE);
			const require = createRequire(file);
			delete require.cache[file];
			loadCached(file);
			return require(file);
		},
		[Symbol.asyncDispose]: scratch[Symbol.asyncDispose],
	};
}

test("a module that was loaded is in the cache, and the code of the build before is not", async () => {
	await using pack = await createPackage();
	await pack.addModules();
	for (const name of ["a.js", "b.js"]) {
		const loaded = pack.load(name);
		expect([loaded.name?.(), loaded.isSame?.()]).toEqual([name, true]);
		writeCodeCache();
		expect(readdirSync(pack.cache)).toEqual([pack.nameOf(name)]);
	}
});

test("code from the cache runs, and is not written again", async () => {
	await using pack = await createPackage();
	await pack.addModules();
	pack.load("a.js");
	writeCodeCache();
	const file = join(pack.cache, pack.nameOf("a.js"));
	const loaded = pack.load("a.js");
	expect([loaded.name?.(), loaded.isSame?.()]).toEqual(["a.js", true]);
	writeFileSync(file, "not written again");
	writeCodeCache();
	expect(readFileSync(file, "utf8")).toBe("not written again");
});

test("a damaged cache is written again, and that of another version of Node is kept", async () => {
	await using pack = await createPackage();
	await mkdir(pack.cache, { recursive: true });
	const file = join(pack.cache, pack.nameOf("damaged.js"));
	writeFileSync(file, "damaged");
	writeFileSync(join(pack.cache, "v1.2.3-x64-damaged.js"), "");
	expect(pack.load("damaged.js").name?.()).toBe("damaged.js");
	writeCodeCache();
	expect(readFileSync(file).length).toBeGreaterThan(100);
	expect(readdirSync(pack.cache)).toHaveLength(2);
});

test("loads a module as usual if there is no folder `node_modules`", async () => {
	await using pack = await createPackage();
	expect(pack.load("a.js").name?.()).toBe("a.js");
	writeCodeCache();
	expect(readdirSync(pack.path)).toEqual(["own"]);
});
