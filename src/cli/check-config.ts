import type { Config } from "../config.ts";
import { errorMessage } from "../values/error-message.ts";
import { isPlainObject } from "../values/is-plain-object.ts";
import { type GivenFlags, SERVE_FLAGS, type ServeFlag } from "./serve-flags.ts";

type Members = Readonly<Record<string, unknown>>;

const TABLE = Object.values(SERVE_FLAGS).filter(
	({ member }) => member !== "config",
);
const FLAGS = TABLE.map(({ member }) => member);

function show(value: unknown): string {
	if (value instanceof Promise) return "a promise";
	if (Array.isArray(value)) return "an array";
	if (typeof value === "object" && value !== null) return "an object";
	if (typeof value === "function") return "a function";
	return typeof value === "string" ? JSON.stringify(value) : String(value);
}

/** @throws Error where it is no object with some of these members */
function requireMembers(
	name: string,
	value: unknown,
	known?: readonly string[],
): Members {
	const such = known ? ` with ${known.join(", ")}` : ", by name";
	if (!isPlainObject(value))
		throw new Error(`${name} is ${show(value)}: give an object${such}.`);
	const unknown = Object.keys(value).find((member) => !known?.includes(member));
	if (known && unknown !== undefined)
		throw new Error(
			`${name} has a member "${unknown}" that means nothing: use ${known.join(", ")}.`,
		);
	return value;
}

function requireEach(name: string, value: unknown, what: string): void {
	for (const [member, each] of Object.entries(requireMembers(name, value)))
		if (!isPlainObject(each) && typeof each !== "function")
			throw new Error(`${name}.${member} is ${show(each)}: give ${what}.`);
}

/** MSW itself finds out at the first request. */
function requireHandlers(value: unknown): void {
	if (!Array.isArray(value))
		throw new Error(
			`handlers is ${show(value)}: give an array of handlers of MSW.`,
		);
	for (const [index, each] of value.entries())
		if (typeof each?.run !== "function")
			throw new Error(
				`handlers[${index}] is ${show(each)}: give a handler of MSW, like http.get("/v1/extra", () => HttpResponse.json({})).`,
			);
}

const CHECKS: Readonly<Record<keyof Config, (value: unknown) => void>> = {
	flags: (value) => void requireMembers("flags", value, FLAGS),
	datasets: (value) =>
		requireEach(
			"datasets",
			value,
			"an object of records by collection, or a function that makes one",
		),
	scenarios: (value) => void requireMembers("scenarios", value),
	handlers: requireHandlers,
	fixtures(value) {
		requireMembers("fixtures", value, ["zap", "command", "pipeline"]);
		requireEach(
			"fixtures",
			value,
			"an object of members, or a function from a record to one",
		);
	},
};

/**
 * What a configuration file exports, if it is one. What needs the service to be judged is judged later.
 * @param exported undefined where it has no default export
 * @throws Error with a sentence that names the member, and says what to give
 */
export function checkConfig(exported: unknown): Config {
	if (exported === undefined)
		throw new Error(
			"It has no default export: write export default defineConfig({ … }).",
		);
	const members = requireMembers(
		"The default export",
		exported,
		Object.keys(CHECKS),
	);
	for (const [name, check] of Object.entries(CHECKS))
		if (members[name] !== undefined) check(members[name]);
	const config: object = members;
	return config;
}

const typeOf = (value: unknown): string =>
	Array.isArray(value) ? "an array" : `a ${typeof value}`;

/**
 * The flags of a configuration, each read as on the command line.
 * @throws Error with a sentence that names the flag, and says what to give
 */
export function checkFlags(flags: Config["flags"] = {}): GivenFlags {
	const values: Members = { ...flags };
	const given: Record<string, ReturnType<ServeFlag["read"]>> = {};
	for (const { member, read } of TABLE) {
		const value = values[member];
		if (value === undefined) continue;
		const wrong = `flags.${member} is ${show(value)}`;
		try {
			given[member] = read(String(value));
		} catch (error) {
			throw new Error(`${wrong}. ${errorMessage(error)}`, { cause: error });
		}
		const type = typeOf(given[member]);
		if (typeOf(value) !== type)
			throw new Error(`${wrong}: give ${type}, as defineConfig says.`);
	}
	// The table's readers have just made them of these types.
	return given as GivenFlags;
}
