import { statSync } from "node:fs";
import type { Config } from "../config.ts";
import type { Presets } from "../engine/engine.ts";
import { createPresets } from "../presets.ts";
import { readConfiguredFlags, requireConfig } from "./check-config.ts";
import { importConfig } from "./import-config.ts";
import type { GivenFlags } from "./serve-flags.ts";
import { UsageError } from "./usage-error.ts";

export interface LoadedConfig {
	readonly file: string;
	/** The configuration file, and all files outside of `node_modules` that it imports. */
	readonly files: ReadonlySet<string>;
	readonly flags: GivenFlags;
	readonly presets: Presets;
	readonly handlers: NonNullable<Config["handlers"]>;
}

/** A syntax error of jiti: its kind and reason, then the place on a line of its own. */
const SYNTAX_ERROR = /^\w*Error: (.*?)\s*\n\s*(.+?:\d+):\d+\s*$/s;

const isMissingModule = (error: Error): boolean =>
	"code" in error &&
	(error.code === "MODULE_NOT_FOUND" || error.code === "ERR_MODULE_NOT_FOUND");

/** Returns file and line of the innermost frame in one of the files. Its column is useless: jiti rewrites the line. */
function findPlace(stack: string, files: ReadonlySet<string>): string {
	for (const [, file = "", line] of stack.matchAll(/([^\s(]+):(\d+):\d+/g)) {
		const path = file.replace(/^file:\/\//, "");
		if (files.has(path)) return `${path}:${line}`;
	}
	return "";
}

function explain(
	error: unknown,
	files: ReadonlySet<string>,
): { reason: string; place: string } {
	if (!(error instanceof Error)) return { reason: String(error), place: "" };
	const [, syntax, place = ""] = SYNTAX_ERROR.exec(error.message) ?? [];
	if (syntax !== undefined) return { reason: `${syntax}.`, place };
	const [message = ""] = error.message.split("\nRequire stack:");
	const remedy = isMissingModule(error) ? ". Fix the name, or install it." : "";
	return {
		reason: message + remedy,
		place: findPlace(error.stack ?? "", files),
	};
}

/**
 * Returns an error that says why a configuration cannot be used, and in which line.
 * @param files the files that were read for it
 */
export function createConfigError(
	file: string,
	error: unknown,
	files: ReadonlySet<string> = new Set(),
): UsageError {
	const { reason, place } = explain(error, files);
	const isImported = place !== "" && !place.startsWith(`${file}:`);
	return new UsageError(
		`Invalid configuration ${isImported ? `${file}: ${place}` : place || file}: ${reason}`,
		{ cause: error },
	);
}

function requireFile(file: string): void {
	const found = statSync(file, { throwIfNoEntry: false });
	if (!found)
		throw new UsageError(
			`Configuration ${file} not found. Pass another file with --config.`,
		);
	if (!found.isFile())
		throw new UsageError(
			`Configuration ${file} is not a file. Pass a file with --config.`,
		);
}

/**
 * @param files receives the files that were read, even if one of them is invalid
 * @throws UsageError that says why the configuration cannot be used, and in which line
 */
export async function loadConfig(
	file: string,
	files: Set<string> = new Set(),
): Promise<LoadedConfig> {
	files.add(file);
	requireFile(file);
	try {
		const config = await importConfig(file, files);
		requireConfig(config);
		return {
			file,
			files,
			flags: readConfiguredFlags({ ...config.flags }),
			presets: await createPresets(config),
			handlers: config.handlers ?? [],
		};
	} catch (error) {
		throw createConfigError(file, error, files);
	}
}
