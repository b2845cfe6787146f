import type { Config } from "../config.ts";
import { describeUnknownName } from "../values/describe-unknown-name.ts";
import { errorMessage } from "../values/error-message.ts";
import { isPlainObject } from "../values/is-plain-object.ts";
import { FLAG_NAMES, type GivenFlags, setFlag } from "./serve-flags.ts";

/** Every flag but `config`, which names the configuration itself. */
const CONFIGURED_FLAGS = FLAG_NAMES.filter((name) => name !== "config");

function describe(value: unknown): string {
	if (value instanceof Promise) return "a promise";
	if (typeof value === "function") return "a function";
	return isPlainObject(value) ? "an object" : String(JSON.stringify(value));
}

const mustBe = (place: string, expected: string, value: unknown): Error =>
	new Error(`${place} must be ${expected}, not ${describe(value)}.`);

function requireObject(
	place: string,
	value: unknown,
	known?: readonly string[],
): Readonly<Record<string, unknown>> {
	if (!isPlainObject(value))
		throw mustBe(
			place,
			`an object${known ? ` with ${known.join(", ")}` : ""}`,
			value,
		);
	const unknown = Object.keys(value).find((name) => !known?.includes(name));
	if (known && unknown !== undefined)
		throw new Error(
			describeUnknownName("property", unknown, known, `in ${place}`),
		);
	return value;
}

function requireObjectsOrFunctions(
	place: string,
	value: unknown,
	expected: string,
	known?: readonly string[],
): void {
	const entries = Object.entries(requireObject(place, value, known));
	for (const [name, each] of entries)
		if (!isPlainObject(each) && typeof each !== "function")
			throw mustBe(`${place}.${name}`, expected, each);
}

/** MSW itself rejects other values, but only at the first request. */
function requireHandlers(value: unknown): void {
	if (!Array.isArray(value))
		throw mustBe("handlers", "an array of MSW handlers", value);
	const handlers: readonly unknown[] = value;
	for (const [index, handler] of handlers.entries())
		if (typeof Object(handler).run !== "function")
			throw mustBe(
				`handlers[${index}]`,
				'an MSW handler, like http.get("/v1/extra", () => HttpResponse.json({}))',
				handler,
			);
}

const CHECKS: Readonly<Record<keyof Config, (value: unknown) => void>> = {
	flags: (value) => requireObject("flags", value, CONFIGURED_FLAGS),
	datasets: (value) =>
		requireObjectsOrFunctions(
			"datasets",
			value,
			"an object of records by collection, or a function that returns one",
		),
	scenarios: (value) => requireObject("scenarios", value),
	handlers: requireHandlers,
	fixtures: (value) =>
		requireObjectsOrFunctions(
			"fixtures",
			value,
			"an object of properties, or a function that returns one for a record",
			["zap", "command", "pipeline"],
		),
};

/**
 * Checks the structure of a configuration. `readConfiguredFlags` and `createPresets` check the values.
 * @param exported undefined if the file has no default export
 * @throws Error that names the property and says what to write
 */
export function requireConfig(exported: unknown): asserts exported is Config {
	if (exported === undefined)
		throw new Error(
			"No default export found. Write export default defineConfig({ … }).",
		);
	const names = Object.keys(CHECKS);
	const config = requireObject("the default export", exported, names);
	for (const [name, check] of Object.entries(CHECKS))
		if (config[name] !== undefined) check(config[name]);
}

const typeOf = (value: unknown): string =>
	Array.isArray(value) ? "an array" : `a ${typeof value}`;

/**
 * Reads the flags of a configuration by the rules of the command line.
 * @throws Error that names the flag and says what to write
 */
export function readConfiguredFlags(
	configured: Readonly<Record<string, unknown>> = {},
): GivenFlags {
	const flags: GivenFlags = {};
	for (const name of CONFIGURED_FLAGS) {
		const value = configured[name];
		if (value === undefined) continue;
		try {
			setFlag(flags, name, String(value));
		} catch (error) {
			throw new Error(
				`Invalid flags.${name} ${describe(value)}. ${errorMessage(error)}`,
				{ cause: error },
			);
		}
		const type = typeOf(flags[name]);
		if (typeOf(value) !== type) throw mustBe(`flags.${name}`, type, value);
	}
	return flags;
}
