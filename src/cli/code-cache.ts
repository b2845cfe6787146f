import {
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	writeFileSync,
} from "node:fs";
import { createRequire, Module } from "node:module";
import { basename, dirname, join } from "node:path";
import { Script } from "node:vm";

/** Of the names of the files that this version of Node can use. */
const PREFIX = `${process.version}-${process.arch}-`;

/** Code that was loaded and is not in the cache yet. */
let uncached: { readonly script: Script; readonly path: string } | undefined;

/** Returns the bytes of a file; undefined if it cannot be read. */
function tryRead(path: string): Buffer | undefined {
	try {
		return readFileSync(path);
	} catch {
		return undefined;
	}
}

/** Returns the folder of the cache in the nearest `node_modules`; undefined if there is none. */
function findCacheFolder(folder: string): string | undefined {
	for (let at = folder; at !== dirname(at); at = dirname(at)) {
		const modules = join(at, "node_modules");
		if (existsSync(modules)) return join(modules, ".cache/zaps-understudy");
	}
	return undefined;
}

/**
 * Loads a module of CommonJS, so that `require` finds it. Node compiles only what the cache lacks.
 * @param file an absolute path, with a digest of the code in its name. Its code must not use `import()`, which code from
 * a cache cannot.
 */
export function loadCached(file: string): void {
	const folder = findCacheFolder(dirname(file));
	// Then `require` loads it.
	if (folder === undefined) return;
	const path = join(folder, PREFIX + basename(file));
	const code = readFileSync(file, "utf8");
	const script = new Script(
		`(function (exports, require, module, __filename, __dirname) {${code}\n})`,
		{
			filename: file,
			cachedData: tryRead(path),
		},
	);
	// Undefined if there was no cache, and true if it is of another build of Node.
	if (script.cachedDataRejected !== false) uncached = { script, path };
	const module = new Module(file);
	const require = createRequire(file);
	require.cache[file] = module;
	const run = script.runInThisContext();
	run(module.exports, require, module, file, dirname(file));
	module.loaded = true;
}

/**
 * Writes the loaded code to the cache, with all functions that were compiled until now, and removes that of other
 * builds. Does nothing if it is there. Ignores missing permissions and a full disk.
 */
export function writeCodeCache(): void {
	if (!uncached) return;
	const { script, path } = uncached;
	uncached = undefined;
	const folder = dirname(path);
	try {
		mkdirSync(folder, { recursive: true });
		for (const name of readdirSync(folder))
			if (name.startsWith(PREFIX)) rmSync(join(folder, name));
		// Written to a temporary file first, so that no other process reads half of it.
		const aside = `${path}-${process.pid}`;
		writeFileSync(aside, script.createCachedData());
		renameSync(aside, path);
	} catch {
		// The next start is as slow as this one.
	}
}
