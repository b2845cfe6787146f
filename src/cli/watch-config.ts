import { watch } from "node:fs";
import { basename, dirname } from "node:path";
import { type LoadedConfig, loadConfig } from "./load-config.ts";

/** An editor writes a file in several steps. */
const SETTLE_MS = 100;

export interface ConfigWatcher {
	close(): void;
}

/**
 * Loads the configuration again whenever its file changes. One that cannot be used changes nothing.
 * @param onLoaded takes each that can be used, or rejects with why it cannot
 * @param onBroken told why one cannot
 */
export function watchConfig(
	file: string,
	onLoaded: (config: LoadedConfig) => Promise<void>,
	onBroken: (error: unknown) => void,
): ConfigWatcher {
	let settle: ReturnType<typeof setTimeout> | undefined;
	const reload = async (): Promise<void> => {
		try {
			await onLoaded(await loadConfig(file));
		} catch (error) {
			onBroken(error);
		}
	};
	// The folder, since many editors put a new file in place of the old one.
	const watcher = watch(dirname(file), (_, name) => {
		if (name !== null && name !== basename(file)) return;
		clearTimeout(settle);
		settle = setTimeout(reload, SETTLE_MS);
	});
	return {
		close() {
			clearTimeout(settle);
			watcher.close();
		},
	};
}
