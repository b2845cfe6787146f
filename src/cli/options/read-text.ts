import { HEADER_NAME, HEADER_VALUE } from "../../values/http.ts";
import { parseDuration } from "../../values/parse-duration.ts";
import { FlagValueError } from "./usage-error.ts";

/** The parts of a property's schema that describe its option. */
export interface OptionSchema {
	readonly description?: string;
	readonly type?: string;
	readonly default?: unknown;
	readonly enum?: readonly string[];
	readonly minimum?: number;
	readonly exclusiveMinimum?: number;
	readonly maximum?: number;
	readonly minLength?: number;
	readonly pattern?: string;
	readonly items?: OptionSchema;
	/** The hint for an invalid value. */
	readonly "x-pass"?: string;
	/** A unit that may follow the number. With `ms`, the text may be a duration like `5s` instead. */
	readonly "x-unit"?: string;
	/** The description in `--help`, if it differs. */
	readonly "x-usage"?: string;
	readonly "x-placeholder"?: string;
	/** Whether the option is repeated for each item, so that an item may contain commas. */
	readonly "x-repeated"?: boolean;
	/** The name of the option, if it differs from the property. */
	readonly "x-option"?: string;
	/** The environment variable that sets the option, too. */
	readonly "x-env"?: string;
	/** The properties whose options must not be passed together with this one. */
	readonly "x-conflicts"?: readonly string[];
}

/** Returns the name of the option, such as `base-path` for `basePath`. */
export const optionName = (
	property: string,
	{ "x-option": name }: OptionSchema,
): string =>
	name ?? property.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const NUMBERS: Readonly<Record<string, RegExp>> = {
	integer: /^-?[0-9]+$/,
	number: /^[0-9]*\.?[0-9]+(e[+-]?[0-9]+)?$/,
};

function isValid(value: unknown, schema: OptionSchema): boolean {
	if (Array.isArray(value))
		return value.every((item) => isValid(item, { ...schema.items }));
	if (typeof value === "number")
		return (
			value >= (schema.minimum ?? -Infinity) &&
			value <= (schema.maximum ?? Infinity) &&
			value > (schema.exclusiveMinimum ?? -Infinity)
		);
	const text = String(value);
	return (
		text.length >= (schema.minLength ?? 0) &&
		new RegExp(schema.pattern ?? "").test(text) &&
		schema.enum?.includes(text) !== false
	);
}

function describeValues(schema: OptionSchema): string {
	if (schema.enum) return `Allowed choices are ${schema.enum.join(", ")}.`;
	const { minimum, exclusiveMinimum, maximum, "x-pass": pass } = schema;
	const range =
		exclusiveMinimum === undefined
			? `from ${minimum} to ${maximum}`
			: `above ${exclusiveMinimum} and at most ${maximum}`;
	const kind = schema.type === "integer" ? "a whole number" : "a number";
	return `Pass ${pass ?? `${kind} ${range}`}.`;
}

/** Returns the value, or NaN for a text that is not a number of the type. */
function parseText(text: string, schema: OptionSchema): unknown {
	const { type = "", "x-unit": unit = "" } = schema;
	if (type === "array") {
		const items = schema["x-repeated"] ? [text] : text.split(",");
		return text === "" ? [] : items.map((item) => item.trim());
	}
	const bare = text.endsWith(unit)
		? text.slice(0, text.length - unit.length)
		: text;
	const format = NUMBERS[type];
	if (!format) return text;
	if (format.test(bare)) return Number(bare);
	return unit === "ms" ? parseDuration(text) : Number.NaN;
}

/**
 * Reads the text of an option by its schema: a number, a list separated by commas, or a text.
 * @throws FlagValueError with a message that names valid values
 */
export function readText(text: string, schema: OptionSchema): unknown {
	const value = parseText(text, schema);
	if (!isValid(value, schema)) throw new FlagValueError(describeValues(schema));
	return value;
}

/** @throws FlagValueError if the text is not a header */
export function readHeader(line: string): [name: string, value: string] {
	const [, name = "", value = ""] =
		/^([^:]*):[ \t]*(.*?)[ \t]*$/s.exec(line) ?? [];
	if (!HEADER_NAME.test(name) || !HEADER_VALUE.test(value))
		throw new FlagValueError("Pass a header as 'Name: value'.");
	return [name.toLowerCase(), value];
}
