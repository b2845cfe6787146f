import {
	existsSync,
	type FSWatcher,
	lstatSync,
	realpathSync,
	statSync,
	watch,
} from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { attempt } from "../../values/errors.ts";

/** How long to wait for further changes, because editors write a file in several steps. */
const SETTLE_MS = 100;

/**
 * Returns the folders to watch by an identifier. A folder that was deleted and created again has another identifier.
 * They contain the files, links on the paths of the files, and missing folders on these paths. Folders of the project
 * are also watched because any of them may be replaced. Others may be as large as the disk.
 */
function listFolders(files: ReadonlySet<string>): Map<string, string> {
	const folders = new Map<string, string>();
	for (const file of files)
		for (let path = file; path !== dirname(path); path = dirname(path)) {
			const folder = dirname(path);
			const isFolder = attempt(() => lstatSync(path).isDirectory());
			if (isFolder && relative("", folder).startsWith("..")) continue;
			const stats = attempt(() => statSync(folder));
			if (stats)
				folders.set(`${folder} ${stats.ino} ${stats.birthtimeMs}`, folder);
		}
	return folders;
}

/** Whether a renamed, created or deleted entry of a folder is on the path of a file, or is the folder itself. */
const isOnPath = (
	files: ReadonlySet<string>,
	folder: string,
	name: string,
): boolean =>
	[folder, dirname(folder)].some((parent) =>
		[...files].some((file) => file.startsWith(join(parent, name) + sep)),
	);

/** Adds the targets of symbolic links, because a change of a target does not change the folder of the link. */
const withTargets = (files: ReadonlySet<string>): ReadonlySet<string> =>
	new Set(
		[...files].flatMap((path) =>
			existsSync(path) ? [path, realpathSync(path)] : path,
		),
	);

/** The steps of a reload. */
interface Reload<Loaded> {
	/** @param read receives the files that were read, even if one of them is invalid */
	load(read: Set<string>): Promise<Loaded>;
	/** Receives the loaded contents. It may reject them. */
	onLoaded(loaded: Loaded): Promise<void>;
	/** Receives the error if loading fails or the contents are rejected. */
	onInvalid(error: unknown): Promise<void>;
	/** Receives the error if the system cannot watch a folder, such as one folder too many. */
	onUnwatched(error: unknown): void;
}

/**
 * Loads the files again when one of them changes, until the signal aborts.
 * @param watchFolder defaults to the function of Node
 */
export function watchFiles<Loaded>(
	initial: ReadonlySet<string>,
	{ load, onLoaded, onInvalid, onUnwatched }: Reload<Loaded>,
	signal: AbortSignal,
	watchFolder: typeof watch = watch,
): void {
	let files = initial;
	let settling: NodeJS.Timeout | undefined;
	let loading = Promise.resolve();
	const watchers = new Map<string, FSWatcher>();

	// Watches folders, because many editors replace a file by a new one.
	function addWatcher(key: string, folder: string): void {
		const watcher = watchFolder(folder, { signal }, (event, name) => {
			const isChanged =
				name === null ||
				files.has(join(folder, name)) ||
				(event === "rename" && isOnPath(files, folder, name));
			if (!isChanged) return;
			clearTimeout(settling);
			settling = setTimeout(() => {
				loading = loading.then(reload);
			}, SETTLE_MS);
		});
		// On some systems, removing a folder causes an error in its watcher.
		watcher.on("error", () => watcher.close());
		watchers.set(key, watcher);
	}

	function follow(next: ReadonlySet<string>): void {
		files = withTargets(next);
		const folders = listFolders(files);
		for (const [key, folder] of folders)
			try {
				if (!watchers.has(key)) addWatcher(key, folder);
			} catch (error) {
				onUnwatched(error);
			}
		for (const [key, watcher] of watchers) {
			if (folders.has(key)) continue;
			watcher.close();
			watchers.delete(key);
		}
	}

	async function reload(): Promise<void> {
		const read = new Set<string>();
		try {
			// Watch before reading, so that a folder that is created meanwhile is noticed.
			follow(files);
			// Watch before reporting, so that a fix right after the report is noticed.
			// The fix may be in one of these files, or in one of the last valid files.
			const loaded = await load(read).finally(() =>
				follow(new Set([...files, ...read])),
			);
			await onLoaded(loaded);
			follow(read);
		} catch (error) {
			await onInvalid(error);
		}
	}

	follow(initial);
	signal.addEventListener("abort", () => clearTimeout(settling));
}
