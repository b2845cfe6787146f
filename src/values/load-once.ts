/**
 * More files than Node opens at once to load a part. It opens all imports of a module together; MSW needs the most, 48.
 */
const SPARE_FILES = 64;

/**
 * Throws if the process cannot open files now. If Node fails to read a module, every later import of that module in
 * this process fails too, so this function checks before Node tries.
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

/** Returns a function that computes a value on first use. */
export function computeOnce<Value>(compute: () => Value): () => Value {
	let computed: { readonly value: Value } | undefined;
	return () => {
		computed ??= { value: compute() };
		return computed.value;
	};
}

interface Computed<Key, Value> {
	get(key: Key): { readonly value: Value } | undefined;
	set(key: Key, computed: { readonly value: Value }): unknown;
}

const computeInto =
	<Key, Value>(computed: Computed<Key, Value>, compute: (key: Key) => Value) =>
	(key: Key): Value => {
		const known = computed.get(key);
		if (known) return known.value;
		const value = compute(key);
		computed.set(key, { value });
		return value;
	};

/** Returns a function that computes the value of each key on first use. */
export const computeByKey = <Key, Value>(
	compute: (key: Key) => Value,
): ((key: Key) => Value) => computeInto(new Map(), compute);

/** Returns a function that computes the value of each object on first use, and keeps it as long as the object. */
export const computeByObject = <Key extends object, Value>(
	compute: (key: Key) => Value,
): ((key: Key) => Value) => computeInto(new WeakMap(), compute);
