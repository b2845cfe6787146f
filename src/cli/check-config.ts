import type { Config } from "../config.ts";
import { describeUnknownName } from "../values/describe-unknown-name.ts";
import { errorMessage } from "../values/error-message.ts";
import { isPlainObject } from "../values/is-plain-object.ts";
import { FLAG_NAMES, type GivenFlags, setFlag } from "./serve-flags.ts";

/** Every flag but `config`, which names the configuration itself, and `ledger`, which `verify` has too. */
const CONFIGURED_FLAGS = FLAG_NAMES.filter(
	(name) => name !== "config" && name !== "ledger",
);

function describe(value: unknown): string {
	if (value instanceof Promise) return "a promise";
	if (typeof value === "function") return "a function";
	return isPlainObject(value) ? "an object" : String(JSON.stringify(value));
}

const mustBe = (place: string, expected: string, value: unknown): Error =>
	new Error(`${place} must be ${expected}, not ${describe(value)}.`);

/**
 * Requires an object, and returns it.
 * @param known the names that its properties may have; defaults to any
 * @param expected says for the error what each property must be; if given, each must be an object or a function
 */
function requireObject(
	place: string,
	value: unknown,
	known?: readonly string[],
	expected?: string,
): Readonly<Record<string, unknown>> {
	const names = known ? ` with ${known.join(", ")}` : "";
	if (!isPlainObject(value)) throw mustBe(place, `an object${names}`, value);
	for (const [name, each] of Object.entries(value)) {
		if (known && !known.includes(name))
			throw new Error(
				describeUnknownName("property", name, known, `in ${place}`),
			);
		if (expected && !isPlainObject(each) && typeof each !== "function")
			throw mustBe(`${place}.${name}`, expected, each);
	}
	return value;
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
	ledger(value) {
		if (typeof value !== "string")
			throw mustBe("ledger", "the path of a file", value);
	},
	datasets: (value) =>
		requireObject(
			"datasets",
			value,
			undefined,
			"an object of records by collection, or a function that returns one",
		),
	scenarios: (value) => requireObject("scenarios", value),
	handlers: requireHandlers,
	fixtures: (value) =>
		requireObject(
			"fixtures",
			value,
			["zap", "command", "pipeline"],
			"an object of properties, or a function that returns one for a record",
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
