import { statSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import type { Presets } from "../engine/model/service.ts";
import { validators } from "../schemas/generated/config-validators.ts";
import type { Config, ConfiguredFlags } from "../service/config.ts";
import { createPresets } from "../service/create-presets.ts";
import {
	type AnyHandler,
	type DefinedHandler,
	isDefined,
	listMswHandlers,
} from "../service/defined-handler.ts";
import type { MockDocument } from "../service/load-document.ts";
import { errorMessage, findPlace, hasCode } from "../values/errors.ts";
import { isObject, isPlainObject } from "../values/json.ts";
import {
	findInvalidPlaces,
	formatPlaces,
	type InvalidPointer,
} from "../values/validation.ts";
import { withTimeLimit } from "../values/with-time-limit.ts";
import { importConfig } from "./import-config.ts";

/** The properties of a configuration that may contain functions, with their expected values. */
const FUNCTIONS = {
	datasets:
		"must be an object of records by collection, or a function that returns one",
	fixtures:
		"must be an object of properties, or a function that returns one for a record",
};

/**
 * The message for an invalid handler. MSW itself would reject it only at the first request. WebSocket handlers of MSW
 * are invalid, too: they have no `info`.
 */
const HANDLER =
	'must be an operation from defineHandler, or an MSW handler of HTTP requests, like http.get("/v1/extra", () => HttpResponse.json({}))';

const LITERAL = "must be an object literal, not a promise or an instance";

/** Finds errors of functions and class instances, which a schema cannot express. */
function findErrors(config: object): InvalidPointer[] {
	const errors: InvalidPointer[] = [];
	const check = (isRight: boolean, pointer: string, detail: string): void => {
		if (!isRight) errors.push({ pointer, detail });
	};
	const properties: [string, unknown][] = Object.entries(config);
	for (const [name, value] of properties)
		check(!isObject(value) || isPlainObject(value), `/${name}`, LITERAL);
	for (const [property, value] of properties)
		for (const [name, part] of Object.entries({ ...Object(value) })) {
			const pointer = `/${property}/${name}`;
			const isFunction = typeof part === "function";
			const { run, info, addTo } = Object(part);
			const isMsw = typeof run === "function" && isObject(info);
			if (property === "handlers")
				check(isMsw || typeof addTo === "function", pointer, HANDLER);
			else if (property === "datasets" || property === "fixtures")
				check(isFunction || isPlainObject(part), pointer, FUNCTIONS[property]);
		}
	return errors;
}

/**
 * Checks a configuration by its type. `createPresets` checks the contents of records and scenarios later.
 * @param exported undefined if the file has no default export
 * @throws Error that names each invalid place and the remedy
 */
function checkConfig(exported: unknown): asserts exported is Config {
	if (exported === undefined)
		throw new Error(
			"No default export found. Write export default defineConfig({ … }).",
		);
	const invalid = findInvalidPlaces(exported, validators.Config);
	if (invalid.length === 0) invalid.push(...findErrors(Object(exported)));
	const what = "The default export";
	if (invalid.length > 0)
		throw new Error(formatPlaces(`${what} is invalid.`, invalid, what));
}

/** The default of `--config-timeout`. */
const DEFAULT_TIMEOUT_MS = 10_000;

/** Thrown if a configuration cannot be used. The message contains the reason and the line. */
export class ConfigError extends Error {
	override readonly name = "ConfigError";
}

export interface LoadedConfig {
	readonly file: string;
	/** The configuration file, and all files outside of `node_modules` that it imports. */
	readonly files: ReadonlySet<string>;
	/** The flags that are set. `ledger` is relative to the current folder. */
	readonly flags: ConfiguredFlags & { readonly ledger?: string };
	/** The OpenAPI document that the mock follows; undefined for the document of the package. */
	readonly document: MockDocument | undefined;
	readonly presets: Presets;
	/** The MSW handlers, which respond before the mock does. */
	readonly handlers: readonly AnyHandler[];
	/** The handlers that are operations of the mock. */
	readonly defined: readonly DefinedHandler[];
}

/** A syntax error of jiti: its kind and reason, then the place on a line of its own. */
const SYNTAX_ERROR = /^\w*Error: (.*?)\s*\n\s*(.+?:\d+):\d+\s*$/s;

/**
 * Returns an error that says why a configuration cannot be used, and in which line.
 * @param files the files that were read for the configuration
 */
export function createConfigError(
	file: string,
	error: unknown,
	files: ReadonlySet<string> = new Set(),
): ConfigError {
	if (error instanceof ConfigError) return error;
	// This error contains the name of the wrong file. Compared by name, so that the class is loaded only with a
	// document.
	if (error instanceof Error && error.name === "InvalidDocumentError")
		return new ConfigError(error.message, { cause: error });
	const [message = ""] = errorMessage(error).split("\nRequire stack:");
	const stack = error instanceof Error ? (error.stack ?? "") : "";
	const [, syntax, place = findPlace(stack, files)] =
		SYNTAX_ERROR.exec(message) ?? [];
	const at =
		place && !place.startsWith(`${file}:`) ? `${file}: ${place}` : place;
	const isMissing = hasCode(error, "ERR_MODULE_NOT_FOUND", "MODULE_NOT_FOUND");
	const remedy = isMissing ? ". Fix the name, or install it." : "";
	const reason =
		syntax === undefined ? message + remedy : syntax.replace(/\.?$/, ".");
	return new ConfigError(`Invalid configuration ${at || file}: ${reason}`, {
		cause: error,
	});
}

/** Returns only the flags that are set. Undefined flags would override the defaults. */
const withoutUndefined = (flags: ConfiguredFlags = {}): ConfiguredFlags =>
	JSON.parse(JSON.stringify(flags));

/**
 * Reads a configuration, and returns what `use` makes of it.
 * @param files receives the files that were read, even if one of them is invalid
 * @throws ConfigError that says why the configuration cannot be used, and in which line
 */
async function readConfig<Result>(
	file: string,
	files: Set<string>,
	timeoutMs: number,
	use: (config: Config) => Result | Promise<Result>,
): Promise<Result> {
	if (!statSync(file, { throwIfNoEntry: false })?.isFile())
		throw new ConfigError(
			`No file found at ${file}. Pass the path of a configuration file.`,
		);
	files.add(file);
	const read = async (): Promise<Result> => {
		const config = await importConfig(file, files);
		checkConfig(config);
		return use(config);
	};
	try {
		return await withTimeLimit(read(), timeoutMs, () => {
			const reason = `it was not loaded after ${timeoutMs} ms. Look for a promise that never resolves, in the file or in a dataset, or pass a longer --config-timeout to serve.`;
			return createConfigError(file, new Error(reason));
		});
	} catch (error) {
		throw createConfigError(file, error, files);
	}
}

/**
 * @param files receives the files that were read, even if one of them is invalid
 * @param given the path of a document to follow instead of that of the configuration
 * @throws ConfigError that says why the configuration cannot be used, and in which line
 */
export const loadConfig = (
	file: string,
	files: Set<string> = new Set(),
	timeoutMs: number = DEFAULT_TIMEOUT_MS,
	given?: string,
): Promise<LoadedConfig> =>
	readConfig(file, files, timeoutMs, async (config) => {
		const named = config.document && resolve(dirname(file), config.document);
		const path = given ?? named;
		// The code that reads documents is loaded only if there is one.
		const document =
			path === undefined
				? undefined
				: await (await import("../service/load-document.ts")).readMockDocument(
						path,
						files,
					);
		return {
			file,
			files,
			document,
			flags: {
				...withoutUndefined(config.flags),
				...(config.ledger !== undefined && {
					ledger: relative("", resolve(dirname(file), config.ledger)),
				}),
			},
			presets: await createPresets(config, document, timeoutMs),
			handlers: listMswHandlers(config.handlers),
			defined: (config.handlers ?? []).filter(isDefined),
		};
	});

/**
 * Returns a configuration without building its datasets or reading its document.
 * @throws ConfigError that says why the configuration cannot be used, and in which line
 */
export const loadRawConfig = (file: string): Promise<Config> =>
	readConfig(file, new Set(), DEFAULT_TIMEOUT_MS, (config) => ({
		...config,
		flags: withoutUndefined(config.flags),
		...(config.document !== undefined && {
			document: resolve(dirname(file), config.document),
		}),
	}));
