import { existsSync, type FSWatcher, watch } from "node:fs";
import { dirname, join } from "node:path";
import { type LoadedConfig, loadConfig } from "./load-config.ts";

/** An editor writes a file in several steps. */
const SETTLE_MS = 100;

export interface ConfigWatcher {
	close(): void;
}

/**
 * Loads the configuration again whenever one of its files changes. One that cannot be used changes nothing.
 * @param onLoaded takes each that can be used, or rejects with why it cannot
 * @param onBroken told why one cannot
 */
export function watchConfig(
	{ file, files: first }: Pick<LoadedConfig, "file" | "files">,
	onLoaded: (config: LoadedConfig) => Promise<void>,
	onBroken: (error: unknown) => void,
): ConfigWatcher {
	let files = first;
	let settle: ReturnType<typeof setTimeout> | undefined;
	let loading = Promise.resolve();
	const watchers = new Map<string, FSWatcher>();

	// Folders, since many editors put a new file in place of the old one.
	function watchFolders(): void {
		const folders = new Set(
			[...files]
				.map((each) => dirname(each))
				.filter((each) => existsSync(each)),
		);
		for (const folder of folders) {
			if (watchers.has(folder)) continue;
			const watcher = watch(folder, (_, name) => {
				if (name !== null && !files.has(join(folder, name))) return;
				clearTimeout(settle);
				settle = setTimeout(() => {
					loading = loading.then(reload);
				}, SETTLE_MS);
			});
			// On some systems a folder that is removed is an error of its watcher.
			watcher.on("error", () => watcher.close());
			watchers.set(folder, watcher);
		}
		for (const [folder, watcher] of watchers) {
			if (folders.has(folder)) continue;
			watcher.close();
			watchers.delete(folder);
		}
	}

	async function reload(): Promise<void> {
		const read = new Set<string>();
		try {
			await onLoaded(await loadConfig(file, read));
			files = read;
		} catch (error) {
			// Whichever file is mended, be it of this one or of the one that stays.
			files = new Set([...files, ...read]);
			onBroken(error);
		}
		watchFolders();
	}

	watchFolders();
	return {
		close() {
			clearTimeout(settle);
			for (const watcher of watchers.values()) watcher.close();
		},
	};
}
