import { resolve } from "node:path";
import type { Presets } from "../engine/model/service.ts";
import type { MockDocument } from "../service/load-document.ts";
import { findConfig } from "./project-files.ts";

/** What `setupMock` uses of a configuration. */
interface MockConfig {
	readonly document?: MockDocument | undefined;
	readonly presets?: Presets | undefined;
	readonly ledger?: string | undefined;
}

/**
 * Loads the datasets, the scenarios, the fixtures and the path of the ledger of a configuration. Its flags and handlers
 * are for `understudy serve`.
 * @param file defaults to `understudy.config.ts`, or `.mts`, `.js` or `.mjs`, in the current folder
 * @example
 * const mock = setupMock({ ...(await loadConfig()), dataset: "shop" });
 * @throws Error if there is no configuration, or it is invalid
 */
export async function loadConfig(
	file: string | undefined = findConfig(),
): Promise<MockConfig> {
	if (file === undefined)
		throw new Error(
			`No configuration found in ${resolve()}. Write understudy.config.ts there, or pass the path of the file.`,
		);
	// Loads only on request, because it is slow.
	const { loadConfig: load } = await import("./load-config.ts");
	const { document, presets, flags } = await load(resolve(file));
	return { document, presets, ledger: flags.ledger };
}
