/** As many files as Node opens at once to load a part: it opens all modules that a module imports together. */
const SPARE_FILES = 128;

/**
 * Opens and closes files. Node remembers for as long as the process runs that a module could not be read, also a module
 * that another one imports. This error is thrown before Node tries.
 */
function requireSpareFiles(): void {
	const { process } = globalThis;
	const fs = process?.getBuiltinModule?.("node:fs");
	const files: number[] = [];
	try {
		while (fs && files.length < SPARE_FILES)
			files.push(fs.openSync(process.execPath, "r"));
	} finally {
		for (const file of files) fs?.closeSync(file);
	}
}

/** Returns a function that loads a part once. If that fails, the next call loads it again. */
export function loadOnce<Part>(load: () => Promise<Part>): () => Promise<Part> {
	let loading: Promise<Part> | undefined;
	async function start(): Promise<Part> {
		requireSpareFiles();
		return load();
	}
	return () => {
		loading ??= start().catch((error) => {
			loading = undefined;
			throw error;
		});
		return loading;
	};
}
