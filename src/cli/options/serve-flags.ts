import { resolve } from "node:path";
import { parseArgs } from "node:util";
import type { LoadedConfig } from "../../config/load-config.ts";
import { findConfig } from "../../config/project-files.ts";
import {
	DEFAULT_FLAGS as defaults,
	flagSchemas,
} from "../../schemas/generated/flags.ts";
import type { ServeFlags as GivenFlags } from "../../schemas/generated/types.ts";
import type { MockDocument } from "../../service/load-document.ts";
import { parseDuration } from "../../values/parse-duration.ts";
import { type OptionSchema, optionName, readText } from "./read-text.ts";
import { FlagValueError, rethrowAsUsage, UsageError } from "./usage-error.ts";

/** Flags from the command line or from a configuration. */
export type { GivenFlags };

export type ServeFlags = GivenFlags &
	Required<Pick<GivenFlags, keyof typeof defaults>>;

export const DEFAULT_FLAGS: ServeFlags = defaults;

/** The flags of `serve`, by the property of a configuration that sets the default. */
export const FLAGS: Readonly<Record<keyof GivenFlags, OptionSchema>> =
	flagSchemas;

/**
 * Reads the flags of `serve` without commander, which would make the start 1.5 times as long. Uses the same table as
 * the command.
 * @returns undefined if the arguments are invalid or ask for help. Commander then handles them.
 */
export function parseServeFlags(args: string[]): GivenFlags | undefined {
	const flags: GivenFlags = {};
	const all = Object.entries(FLAGS).map(([property, schema]) => ({
		property,
		schema,
		name: optionName(property, schema),
		type:
			schema.type === "boolean" ? ("boolean" as const) : ("string" as const),
		multiple: schema.type === "array",
	}));
	try {
		const options = Object.fromEntries(all.map((each) => [each.name, each]));
		const { values } = parseArgs({ args, options });
		for (const { property, schema, name, multiple } of all) {
			const given = [values[name] ?? []].flat();
			const read = given.map((each) =>
				typeof each === "string" ? readText(each, schema) : each,
			);
			if (read.length > 0)
				Object.assign(flags, { [property]: multiple ? read.flat() : read[0] });
		}
		return flags;
	} catch (error) {
		const isInvalid =
			error instanceof FlagValueError ||
			`${Object(error).code}`.startsWith("ERR_PARSE_ARGS_");
		if (!isInvalid) throw error;
		return undefined;
	}
}

/** Reads a duration like `30m`, in milliseconds; Infinity for `never`. */
export const readDuration = (text: string): number =>
	text === "never"
		? Number.POSITIVE_INFINITY
		: Math.max(1, parseDuration(text));

/**
 * Returns the store of the environment, whose address may have credentials.
 * @throws UsageError if it is invalid
 */
export function readStoreVariable(): Pick<GivenFlags, "store"> {
	const { UNDERSTUDY_STORE: store } = process.env;
	if (store && !new RegExp(FLAGS.store.pattern ?? "").test(store))
		throw new UsageError(
			`Invalid UNDERSTUDY_STORE. Pass ${FLAGS.store["x-pass"]}.`,
		);
	return store ? { store } : {};
}

/** Whether several mocks share the store. */
export const isShared = (store: string): boolean => /^rediss?:/.test(store);

/** Returns the path in `sqlite:<path>`; undefined for `memory`. */
export const storePath = (store: string): string | undefined =>
	/^sqlite:(.+)$/.exec(store)?.[1];

/**
 * Loads the given configuration, or the configuration of the current folder.
 * @returns undefined if there is none
 * @throws UsageError that says why the configuration cannot be used, and in which line
 */
export async function readConfig(
	path?: string,
	timeoutMs?: number,
	document?: string,
): Promise<LoadedConfig | undefined> {
	const file = findConfig(path);
	if (file === undefined) return undefined;
	// Loaded only if there is a configuration, so that the server starts sooner.
	const { loadConfig } = await import("../../config/load-config.ts");
	const files = new Set<string>();
	return loadConfig(resolve(file), files, timeoutMs, document).catch(
		rethrowAsUsage,
	);
}

/**
 * Returns the document of the flag, or else the document of the configuration.
 * @returns undefined for the document of the package
 */
export async function readDocument(
	{ document: file }: { readonly document?: string },
	config: LoadedConfig | undefined,
): Promise<MockDocument | undefined> {
	if (file === undefined || config?.document) return config?.document;
	const { loadDocument } = await import("../../service/load-document.ts");
	return loadDocument(file);
}

/** @throws UsageError if the document cannot be used */
export async function requireDocument(file: string): Promise<MockDocument> {
	const { loadDocument } = await import("../../service/load-document.ts");
	return loadDocument(file).catch(rethrowAsUsage);
}

/** A configuration and its document. */
export interface Project {
	config: LoadedConfig | undefined;
	/** Undefined for the document of the package. */
	document: MockDocument | undefined;
}

/**
 * Loads the configuration of the current folder and its document.
 * @throws UsageError that says why one of them cannot be used
 */
export async function readProject(flags: {
	readonly document?: string;
}): Promise<Project> {
	const config = await readConfig(undefined, undefined, flags.document);
	const document = await readDocument(flags, config).catch(rethrowAsUsage);
	return { config, document };
}
