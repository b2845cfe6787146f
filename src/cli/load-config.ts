import { statSync } from "node:fs";
import type { Config } from "../config.ts";
import type { Presets } from "../engine/context.ts";
import { checkConfig, checkFlags } from "./check-config.ts";
import { importConfig } from "./import-config.ts";
import type { GivenFlags } from "./serve-flags.ts";
import { unusableConfig } from "./unusable-config.ts";

/** What a configuration comes to. */
export interface LoadedConfig {
	readonly file: string;
	/** The file, and all that it imports outside of `node_modules`. */
	readonly files: ReadonlySet<string>;
	readonly flags: GivenFlags;
	readonly repertoire: Presets;
	readonly handlers: NonNullable<Config["handlers"]>;
}

function requireFile(file: string): void {
	const found = statSync(file, { throwIfNoEntry: false });
	if (!found) throw new Error("there is no such file");
	if (!found.isFile())
		throw new Error("it is no file. Name the file in it that is meant.");
}

/**
 * @param files gets the files that were read, also where they cannot be used
 * @throws UsageError with a sentence that says where the error is
 */
export async function loadConfig(
	file: string,
	files: Set<string> = new Set(),
): Promise<LoadedConfig> {
	files.add(file);
	try {
		requireFile(file);
		const config = checkConfig(await importConfig(file, files));
		const { createPresets } = await import("../presets.ts");
		return {
			file,
			files,
			flags: checkFlags(config.flags),
			repertoire: await createPresets(config),
			handlers: config.handlers ?? [],
		};
	} catch (error) {
		throw unusableConfig(file, error, files);
	}
}
