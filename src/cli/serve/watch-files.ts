import { stat } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";

/**
 * How often to look at the files. Looking at the paths notices a change on every file system, and also if a folder or
 * a link on a path is replaced.
 */
const INTERVAL_MS = 100;

/**
 * So often the files must look the same before they are loaded. Editors and downloads write a file in several steps, and
 * the first part of a document is mostly valid.
 */
const SETTLED_LOOKS = 3;

/** The steps of a reload. */
interface Reload<Loaded> {
	/** @param read receives the files that were read, even if one of them is invalid */
	load(read: Set<string>): Promise<Loaded>;
	/** Receives the loaded contents. It may reject them. */
	onLoaded(loaded: Loaded): Promise<void>;
	/** Receives the error if loading fails or the contents are rejected. */
	onInvalid(error: unknown): Promise<void>;
}

/** What distinguishes the contents of files, by path. */
type Versions = ReadonlyMap<string, string>;

/** @param since files that have changed since then get a version that no file has */
async function look(
	files: Iterable<string>,
	since: number = Number.POSITIVE_INFINITY,
): Promise<Versions> {
	const versions = Array.from(files, async (file) => {
		const found = await stat(file).catch(() => undefined);
		const isNew = found !== undefined && found.mtimeMs >= since;
		const version = `${found?.ino} ${found?.mtimeMs} ${found?.size}`;
		return [file, isNew ? "new" : version] as const;
	});
	return new Map(await Promise.all(versions));
}

const isSame = (versions: Versions, others: Versions): boolean =>
	[...versions].every(([file, version]) => others.get(file) === version);

/**
 * Loads the files again when one of them changes, until the signal aborts.
 * @param since a time before the files were read, in milliseconds since the epoch. A file that has changed since then
 * is loaded again, because it may have changed after it was read. By default, only changes from now on count.
 */
export async function watchFiles<Loaded>(
	initial: ReadonlySet<string>,
	{ load, onLoaded, onInvalid }: Reload<Loaded>,
	signal: AbortSignal,
	since?: number,
): Promise<void> {
	let loaded = await look(initial, since);
	let last = loaded;

	async function reload(now: Versions): Promise<void> {
		const read = new Set<string>();
		try {
			const contents = await load(read).finally(async () => {
				// The fix of an invalid file may be in one of these files, or in one of the last valid files.
				loaded = new Map([...(await look(read)), ...now]);
			});
			await onLoaded(contents);
			loaded = new Map([...loaded].filter(([file]) => read.has(file)));
		} catch (error) {
			await onInvalid(error);
		}
	}

	async function watch(): Promise<void> {
		let looks = 0;
		while (!signal.aborted) {
			await sleep(INTERVAL_MS, undefined, { ref: false });
			const now = await look(loaded.keys());
			looks = isSame(now, last) ? looks + 1 : 0;
			last = now;
			const isSettled = looks >= SETTLED_LOOKS;
			if (!signal.aborted && isSettled && !isSame(now, loaded))
				await reload(now);
		}
	}
	void watch();
}
