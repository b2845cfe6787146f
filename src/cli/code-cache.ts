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

/** Only the code of these files is in the cache: their names change with it. */
const HAS_DIGEST = /-[\w-]{8}\.js$/;

/** The code that was loaded and is not in the cache yet, by its path there. */
const uncached = new Map<string, Script>();

/** Returns the folder of the cache, in the nearest `node_modules`. Returns undefined without such a folder. */
function findCacheFolder(folder: string): string | undefined {
	for (let at = folder; at !== dirname(at); at = dirname(at)) {
		const modules = join(at, "node_modules");
		if (existsSync(modules)) return join(modules, ".cache/zaps-understudy");
	}
	return undefined;
}

/** Returns the bytes of a file; undefined if it cannot be read. */
function tryRead(path: string): Buffer | undefined {
	try {
		return readFileSync(path);
	} catch {
		return undefined;
	}
}

/** Compiles a module to a function. Node compiles only what the cache lacks. */
function compile(file: string, code: string, cache: string | undefined) {
	const path =
		cache !== undefined && HAS_DIGEST.test(file)
			? join(cache, PREFIX + basename(file))
			: undefined;
	const script = new Script(
		`(function (exports, require, module, __filename, __dirname) {${code}\n})`,
		{
			filename: file,
			cachedData: path === undefined ? undefined : tryRead(path),
		},
	);
	// Undefined if there was no cache, and true if it is of another build of Node.
	if (path !== undefined && script.cachedDataRejected !== false)
		uncached.set(path, script);
	return script.runInThisContext();
}

/**
 * Loads a module of CommonJS, and the modules beside it that it requires. `require` finds them, too.
 * @param file an absolute path
 * @returns its exports
 */
export function loadModule(
	file: string,
	cache: string | undefined = findCacheFolder(dirname(file)),
): unknown {
	const require = createRequire(file);
	const known = require.cache[file];
	if (known) return known.exports;
	const code = readFileSync(file, "utf8");
	// Code from a cache cannot import.
	if (code.includes("import(")) return require(file);
	const folder = dirname(file);
	const module = new Module(file);
	require.cache[file] = module;
	const requireCached = (id: string): unknown =>
		id.startsWith("./") ? loadModule(join(folder, id), cache) : require(id);
	const run = compile(file, code, cache);
	run(module.exports, requireCached, module, file, folder);
	module.loaded = true;
	return module.exports;
}

/**
 * Writes the loaded code to the cache, with all functions that were compiled until now, and removes that of builds
 * which are gone. Ignores missing permissions and a full disk.
 * @param build the folder of the loaded modules
 */
export function writeCodeCache(build: string): void {
	const [first] = uncached.keys();
	if (first === undefined) return;
	const folder = dirname(first);
	try {
		mkdirSync(folder, { recursive: true });
		for (const name of readdirSync(folder))
			if (
				name.startsWith(PREFIX) &&
				!existsSync(join(build, name.slice(PREFIX.length)))
			)
				rmSync(join(folder, name));
		for (const [path, script] of uncached) {
			// Written to a temporary file first, so that no other process reads half of it.
			const aside = `${path}-${process.pid}`;
			writeFileSync(aside, script.createCachedData());
			renameSync(aside, path);
		}
	} catch {
		// The next start is as slow as this one.
	}
	uncached.clear();
}
