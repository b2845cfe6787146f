import { isObject } from "../../values/json.ts";
import { isEpoch, isTime, readTime } from "../../values/read-time.ts";
import type { Shape } from "../model.ts";
import { compareNames, MAX_COMPARED, MIN_SCORE } from "./compare-names.ts";

/** Returns the name of the type in a JSON schema, `integer` for whole numbers. */
export const typeOf = (value: unknown): string => {
	if (value === null) return "null";
	if (Array.isArray(value)) return "array";
	return Number.isInteger(value) ? "integer" : typeof value;
};

const listTypes = ({ type = [] }: Shape): readonly string[] =>
	typeof type === "string" ? [type] : type;

export const hasType = (schema: Shape, type: string): boolean =>
	listTypes(schema).includes(type);

/** Whether the schema is `false`, which allows no value. */
const allowsNone = ({ not }: Shape): boolean =>
	isObject(not) && Object.keys(not).length === 0;

/** Whether the schema lists its values, and the value is not one of them. Objects and arrays are not compared. */
const isOutside = ({ enum: values }: Shape, value: unknown): boolean =>
	Array.isArray(values) && typeof value !== "object" && !values.includes(value);

/** Whether the value satisfies the schema. Does not look into objects and arrays. */
export function isValid(schema: Shape, value: unknown): boolean {
	const type = typeOf(value);
	const types = listTypes(schema);
	const isOfType =
		types.includes(type) || (type === "integer" && types.includes("number"));
	if (types.length > 0 && !isOfType) return false;
	if ("const" in schema && schema.const !== value) return false;
	if (isOutside(schema, value)) return false;
	if (allowsNone(schema)) return false;
	if (typeof value === "number")
		return (
			value >= (schema.minimum ?? -Infinity) &&
			value <= (schema.maximum ?? Infinity)
		);
	if (typeof value !== "string") return true;
	let length = 0;
	// JSON Schema counts code points. A list of them would take far more time for a long text.
	for (const _ of value) length += 1;
	return (
		length >= (schema.minLength ?? 0) &&
		length <= (schema.maxLength ?? Infinity) &&
		(schema.pattern === undefined ||
			new RegExp(schema.pattern, "u").test(value)) &&
		(schema.format !== "date-time" || !Number.isNaN(Date.parse(value)))
	);
}

/** Whether only few values satisfy the schema. If a value satisfies it, the value is probably meant for it. */
export const isDistinctive = (schema: Shape): boolean =>
	"const" in schema ||
	schema.pattern !== undefined ||
	schema.format === "date-time" ||
	hasType(schema, "object") ||
	hasType(schema, "array");

/** Whether a value is neither an object nor an array. */
export const isLeaf = (schema: Shape): boolean =>
	!hasType(schema, "object") && !hasType(schema, "array");

/** Whether the value is an array as the schema, or an object with names like those that the schema requires. */
export function isMeant(schema: Shape, value: unknown): boolean {
	const isList = hasType(schema, "array");
	if (Array.isArray(value)) return isList;
	if (!isObject(value) || isList) return false;
	const names = Object.keys(value).slice(0, MAX_COMPARED);
	const { properties = {}, required = Object.keys(properties) } = schema;
	return required.every((name) =>
		names.some((each) => compareNames(each, name) >= MIN_SCORE),
	);
}

/** Returns the only property that is an array, such as the items of a page. */
export function findListProperty({
	properties = {},
}: Shape): string | undefined {
	const lists = Object.entries(properties).filter(([, each]) =>
		hasType(each, "array"),
	);
	return lists.length === 1 ? lists[0]?.[0] : undefined;
}

const TIME = "^\\d{4}-\\d{2}-\\d{2}[Tt ]\\d{2}:\\d{2}(:\\d{2})?(\\.\\d+)?";

/** The kinds of strings. The first match describes a string. */
const STRINGS: readonly (readonly [RegExp, string])[] = [
	[/^$/, "an empty string"],
	[/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i, "a UUID"],
	[new RegExp(`${TIME}[Zz]$`), "a time"],
	[new RegExp(`${TIME}[+-]\\d{2}:?\\d{2}$`), "a time with an offset"],
	[new RegExp(`${TIME}$`), "a time without a zone"],
	[/^[0-9]+$/, "a string of digits"],
	// Random texts seldom start with letters of one case.
	[
		/^(([A-Z]?[a-z]{2,}|[A-Z]{2,})[_-])[0-9A-Za-z]{8,}$/,
		"a string that starts with $1",
	],
];

function describeString(value: string): string {
	const [pattern, kind] = STRINGS.find(([each]) => each.test(value)) ?? [];
	return pattern && kind ? value.replace(pattern, kind) : "another string";
}

/** Describes a value by its kind, so that the same difference has the same text in every response. */
export function describeKind(schema: Shape, value: unknown): string {
	const isNamed = "const" in schema || schema.enum;
	if (isNamed && typeof value !== "object") return JSON.stringify(value);
	if (typeof value === "string") return describeString(value);
	if (typeof value === "number") {
		const isTime = schema.format === "date-time";
		if (isTime && isEpoch(value, 1000)) return "a number of milliseconds";
		if (isTime && isEpoch(value, 1)) return "a number of seconds";
		return Number.isInteger(value) ? "an integer" : "a number";
	}
	if (Array.isArray(value)) return "an array";
	return isObject(value) ? "an object" : `${value}`;
}

/** Describes the object that a schema requires. */
export const describeObject = ({ required = [] }: Shape): string =>
	`an object with ${required.join(", ")}`;

/** Describes the value that a schema requires. */
export function describeExpected(schema: Shape, example: unknown): string {
	if ("const" in schema) return JSON.stringify(schema.const);
	if (allowsNone(schema)) return "no value";
	if (schema.enum)
		return `one of ${schema.enum.map((each) => JSON.stringify(each)).join(", ")}`;
	if (hasType(schema, "object"))
		return schema.required?.length ? describeObject(schema) : "an object";
	if (hasType(schema, "array")) return "an array";
	if (example !== undefined && typeof example !== "object")
		return `a value like ${JSON.stringify(example)}`;
	const types = [schema.type ?? "any"].flat();
	return `a value of type ${types.join(" or ")}`;
}

/** Converts the value to the documented form, if there is only one way to do it. */
export function convertValue(schema: Shape, value: unknown): unknown {
	if (schema.format === "date-time") {
		// Any other number is no time.
		if (typeof value === "number" && !isTime(value)) return value;
		const millis = readTime(value) ?? Date.parse(String(value));
		// The range of `Date`.
		return Math.abs(millis) <= 8.64e15 ? new Date(millis).toISOString() : value;
	}
	if ("const" in schema) return schema.const;
	return hasType(schema, "string") && typeof value === "number"
		? String(value)
		: value;
}
