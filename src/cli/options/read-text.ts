import { FlagValueError } from "./usage-error.ts";

/** What the schema of an option says about its text. */
export interface OptionSchema {
	readonly description?: string;
	readonly type?: string;
	readonly enum?: readonly string[];
	readonly minimum?: number;
	readonly exclusiveMinimum?: number;
	readonly maximum?: number;
	readonly minLength?: number;
	readonly pattern?: string;
	readonly items?: OptionSchema;
	/** What the option says to pass if its value is invalid. */
	readonly "x-pass"?: string;
	/** What the text may end with. */
	readonly "x-unit"?: string;
	/** What `--help` says instead of the description. */
	readonly "x-usage"?: string;
	readonly "x-placeholder"?: string;
	/** Whether each value is one item, which may contain commas. */
	readonly "x-repeated"?: boolean;
}

const NUMBERS: Readonly<Record<string, RegExp>> = {
	integer: /^-?[0-9]+$/,
	number: /^[0-9]*\.?[0-9]+(e[+-]?[0-9]+)?$/,
};

/** Returns NaN for a text that is not a number of the type. */
const readNumber = (text: string, type = ""): number =>
	NUMBERS[type]?.test(text) ? Number(text) : Number.NaN;

function isValid(value: unknown, schema: OptionSchema): boolean {
	const { minimum = -Infinity, maximum = Infinity } = schema;
	if (Array.isArray(value))
		return value.every((item) => isValid(item, { ...schema.items }));
	if (typeof value === "number")
		return (
			value >= minimum &&
			value <= maximum &&
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

/**
 * Reads the text of an option by its schema: a number, a list separated by commas, or a text.
 * @throws FlagValueError with a message that says what to pass
 */
export function readText(text: string, schema: OptionSchema): unknown {
	const { type = "", "x-unit": unit = "" } = schema;
	const bare = text.endsWith(unit)
		? text.slice(0, text.length - unit.length)
		: text;
	const items = schema["x-repeated"] ? [text] : text.split(",");
	const list = text === "" ? [] : items.map((item) => item.trim());
	const value =
		type in NUMBERS ? readNumber(bare, type) : type === "array" ? list : text;
	if (!isValid(value, schema)) throw new FlagValueError(describeValues(schema));
	return value;
}

/** Returns a reader of the text of an option. */
export const optionReader =
	(schema: OptionSchema) =>
	(text: string): unknown =>
		readText(text, schema);

/** Returns a reader of whole numbers within bounds. */
export const wholeNumber = (
	minimum: number,
	maximum: number,
): ((text: string) => unknown) =>
	optionReader({ type: "integer", minimum, maximum });
