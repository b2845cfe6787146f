import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { extname, posix } from "node:path";
import { fileURLToPath } from "node:url";
import type { Jiti } from "jiti";
import { hasCode } from "../values/errors.ts";
import { isObject } from "../values/json.ts";

const require = createRequire(import.meta.url);

/** Returns the exports of a package that Node can load: the file of each, by import specifier. */
function exportsOf(name: string, resolve: Jiti["esmResolve"]) {
	const { exports }: { exports: object } = require(`${name}/package.json`);
	const files: Record<string, string> = {};
	for (const entry of Object.keys(exports)) {
		const id = posix.join(name, entry);
		try {
			files[id] = fileURLToPath(resolve(id));
		} catch (error) {
			// An export for browsers only has no file for Node.
			if (!hasCode(error, "ERR_PACKAGE_PATH_NOT_EXPORTED")) throw error;
		}
	}
	return files;
}

/** Lets a project that uses npx import this package and MSW without installing them. */
function aliasesFor(file: string, resolve: Jiti["esmResolve"]) {
	const aliases = exportsOf("zaps-understudy", resolve);
	try {
		createRequire(file).resolve("msw");
		return aliases;
	} catch (error) {
		if (!hasCode(error, "MODULE_NOT_FOUND")) throw error;
		return { ...aliases, ...exportsOf("msw", resolve) };
	}
}

/** Returns the default export. For a CommonJS module, returns all exports, or undefined if there are none. */
function readDefault(exported: unknown): unknown {
	if (!isObject(exported)) return exported;
	if ("default" in exported) return exported.default;
	const isEmpty = Object.keys(exported).length === 0;
	return isEmpty || Object.hasOwn(exported, "__esModule")
		? undefined
		: exported;
}

/**
 * Returns the default export of a file. Always reads the file and all its imports outside of `node_modules` again.
 * @param files receives the files that were read, even if one of them is invalid
 */
export async function importConfig(
	file: string,
	files: Set<string>,
): Promise<unknown> {
	const { createJiti } = await import("jiti");
	const alias = aliasesFor(file, createJiti(import.meta.url).esmResolve);
	const aliased = new Set(Object.values(alias));
	const isOwn = (path: string): boolean =>
		!/[\\/]node_modules[\\/]/.test(path) &&
		!path.startsWith(import.meta.dirname) &&
		!aliased.has(path);
	const options = { moduleCache: false, fsCache: false, alias };
	const jiti = createJiti(import.meta.url, options);
	const evaluate = (path: string): unknown => {
		files.add(path);
		return jiti.evalModule(readFileSync(path, "utf8"), {
			filename: path,
			ext: extname(path),
			cache,
			async: !path.endsWith(".cjs"),
			forceTranspile: true,
		});
	};
	let started: { path: string; module: { exports: unknown } } | undefined;
	/**
	 * Replaces the module cache of jiti. jiti looks up a module twice to import it, and takes its exports at the second
	 * lookup. Later imports find it at the first lookup.
	 */
	function lookUp(cached: object, path: string): unknown {
		if (started?.path === path) {
			const { module } = started;
			started = undefined;
			return module;
		}
		const known = Reflect.get(cached, path);
		if (known !== undefined || !isOwn(path)) return known;
		const module = { exports: evaluate(path) };
		started = { path, module };
		return module;
	}
	// Without this cache, jiti would let Node import plain JavaScript modules, and Node never reads a module again.
	const cache = new Proxy<typeof jiti.cache>(
		{},
		{ get: (cached, path) => lookUp(cached, String(path)) },
	);
	const requiredFiles = () => Object.keys(require.cache).filter(isOwn);
	// Node never reads a required file, such as JSON, again.
	for (const path of requiredFiles()) delete require.cache[path];
	try {
		return readDefault(await evaluate(file));
	} finally {
		for (const path of requiredFiles()) files.add(path);
	}
}
