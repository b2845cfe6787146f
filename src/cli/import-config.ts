import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { extname, join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import { packageRoot } from "../package-root.ts";

const require = createRequire(import.meta.url);

/** Where each export of a package lies that Node can load, by the name it is imported by. */
function exportsOf(name: string, manifest: string): Record<string, string> {
	const { exports }: { exports: object } = JSON.parse(
		readFileSync(manifest, "utf8"),
	);
	const found: Record<string, string> = {};
	for (const entry of Object.keys(exports)) {
		const id = posix.join(name, entry);
		try {
			found[id] = fileURLToPath(import.meta.resolve(id));
		} catch {
			// What is for browsers alone has no file for Node.
		}
	}
	return found;
}

function canResolve(id: string, from: string): boolean {
	try {
		createRequire(from).resolve(id);
		return true;
	} catch {
		return false;
	}
}

/** A project that runs the command with npx need not have the package installed, nor MSW. */
const aliasesFor = (file: string): Record<string, string> => ({
	...exportsOf(
		"zaps-understudy",
		join(packageRoot(import.meta.dirname), "package.json"),
	),
	...(!canResolve("msw", file) &&
		exportsOf("msw", require.resolve("msw/package.json"))),
});

/** Node never reads a file twice that was required. */
function forgetJson(isOwn: (file: string) => boolean): void {
	for (const file of Object.keys(require.cache))
		if (isOwn(file)) delete require.cache[file];
}

/** In CommonJS it is all that there is; a file that exports nothing has none. */
function defaultOf(exported: unknown): unknown {
	if (typeof exported !== "object" || exported === null) return exported;
	if ("default" in exported) return exported.default;
	const isEmpty = Object.keys(exported).length === 0;
	return isEmpty || Object.hasOwn(exported, "__esModule")
		? undefined
		: exported;
}

/**
 * The default export of the file, which is read again each time with all that it imports outside of `node_modules`.
 * @param files gets the files that were read, also where one of them cannot be
 */
export async function importConfig(
	file: string,
	files: Set<string>,
): Promise<unknown> {
	const { createJiti } = await import("jiti");
	const alias = aliasesFor(file);
	const aliased = new Set(Object.values(alias));
	const isOwn = (path: string): boolean =>
		!/[\\/]node_modules[\\/]/.test(path) && !aliased.has(path);
	const jiti = createJiti(import.meta.url, {
		moduleCache: false,
		fsCache: false,
		alias,
	});
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
	let begun: { path: string; module: { exports: unknown } } | undefined;
	/** jiti asks for a module twice, and the second time takes what it exports; later it finds the module that it kept. */
	function take(known: object, path: string): unknown {
		if (begun?.path === path) {
			const { module } = begun;
			begun = undefined;
			return module;
		}
		const kept = Reflect.get(known, path);
		if (kept !== undefined || !isOwn(path)) return kept;
		const module = { exports: evaluate(path) };
		begun = { path, module };
		return module;
	}
	// Left to itself, jiti hands ES modules in plain JavaScript to Node, which would never read them again.
	const cache = new Proxy<typeof jiti.cache>(
		{},
		{ get: (known, path) => take(known, String(path)) },
	);
	forgetJson(isOwn);
	try {
		const exported = await evaluate(file);
		return defaultOf(exported);
	} finally {
		for (const path of Object.keys(require.cache))
			if (isOwn(path)) files.add(path);
	}
}
