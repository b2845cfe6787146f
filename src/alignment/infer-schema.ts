import { isDeepStrictEqual } from "node:util";
import { createEvaluator } from "../document/evaluate.ts";
import { typeOf } from "../document/judgment/shape-values.ts";
import type { Node } from "../document/node.ts";
import { isObject } from "../values/json.ts";
import type { DocumentEdit } from "./edit.ts";

const TIME =
	"[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt][0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?";

/** So many different values show what all of them have. */
export const MIN_SHOWN = 5;

/** The characters of ids, the fewest first. */
const ALPHABETS = ["0-9a-f", "0-9A-F", "0-9a-z", "0-9A-Z", "0-9A-Za-z"];

/** Describes ids of one length. Words contain no digits. */
function describeIds(values: readonly string[]): Node {
	const distinct = [...new Set(values)];
	const withDigit = distinct.filter((each) => /[0-9]/.test(each));
	if (withDigit.length < MIN_SHOWN) return {};
	const patterns = ALPHABETS.map(
		(each) => `^[${each}]{${distinct[0]?.length}}$`,
	);
	const pattern = patterns.find((each) =>
		distinct.every((text) => new RegExp(each).test(text)),
	);
	return pattern === undefined ? {} : { pattern };
}

/** Describes times whose zone has a pattern. Times with three digits after the seconds are what a mock writes without one. */
function describeTimes(values: readonly string[], zone: string): Node {
	const counts = new Set(
		values.map((each) => /\.([0-9]+)/.exec(each)?.[1]?.length ?? 0),
	);
	const [digits = 0] = counts;
	const isFixed =
		counts.size === 1 && digits !== 3 && new Set(values).size >= MIN_SHOWN;
	const seconds = digits === 0 ? ":[0-9]{2}" : `\\.[0-9]{${digits}}`;
	const end = isFixed ? seconds + zone : zone;
	return { format: "date-time", ...(end !== "Z" && { pattern: `${end}$` }) };
}

/** The forms of strings, with the keywords that describe them. The first form that all values have is used. */
const FORMS: readonly (readonly [
	form: RegExp,
	describe: (values: readonly string[]) => Node,
])[] = [
	[/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, () => ({ format: "uuid" })],
	[new RegExp(`^${TIME}Z$`), (values) => describeTimes(values, "Z")],
	[
		new RegExp(`^${TIME}[+-][0-9]{2}:[0-9]{2}$`),
		(values) =>
			describeTimes(
				values,
				values.every((each) => each.endsWith("+00:00"))
					? "\\+00:00"
					: "[+-][0-9]{2}:[0-9]{2}",
			),
	],
	[/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/, () => ({ format: "date" })],
	[/^[0-9]+$/, () => ({ pattern: "^[0-9]+$" })],
	[
		/^[A-Za-z]+[_-][0-9A-Za-z]{8,}$/,
		(values) => {
			const prefixes = new Set(
				values.map((each) => /^[A-Za-z]+[_-]/.exec(each)?.[0]),
			);
			const [prefix = ""] = prefixes;
			return prefixes.size === 1 ? { pattern: `^${prefix}[0-9A-Za-z]+$` } : {};
		},
	],
	[/^[0-9A-Za-z]{8,}$/, describeIds],
];

const OF_STRINGS = ["format", "pattern", "minLength", "maxLength"];
const OF_OBJECTS = ["properties", "required", "additionalProperties"];

function describeStrings(values: readonly unknown[]): Node {
	const texts = values.filter((each) => typeof each === "string");
	if (texts.length === 0) return {};
	const [, describe] =
		FORMS.find(([form]) => texts.every((each) => form.test(each))) ?? [];
	return describe?.(texts) ?? {};
}

const unique = (values: readonly unknown[]): unknown[] =>
	values.filter(
		(each, index) =>
			values.findIndex((other) => isDeepStrictEqual(each, other)) === index,
	);

/** Whether a number counts milliseconds since 1970 instead of seconds. A mock distinguishes them by the example. */
const isMilliseconds = (value: unknown): boolean =>
	typeof value === "number" && value > 1e12 && value < 4.2e12;

function describeTypes(values: readonly unknown[]): unknown {
	const types = [...new Set(values.map(typeOf))];
	const distinct = types.includes("number")
		? types.filter((each) => each !== "integer")
		: types;
	return distinct.length === 1 ? distinct[0] : distinct;
}

/** Whether a text is a sentence for people. */
export const isSentence = (value: unknown): boolean =>
	typeof value === "string" && /\S\s+\S/.test(value);

/** Returns the strictest schema that the values show: types, and the properties that all objects have. */
export function inferSchema(values: readonly unknown[]): Node {
	const [first] = values;
	if (values.every(isObject)) {
		const names = [...new Set(values.flatMap((each) => Object.keys(each)))];
		const required = names.filter((name) =>
			values.every((each) => Object.hasOwn(each, name)),
		);
		return {
			type: "object",
			...(required.length > 0 && { required }),
			properties: Object.fromEntries(
				names.map((name) => [
					name,
					inferSchema(
						values.flatMap((each) =>
							Object.hasOwn(each, name) ? [each[name]] : [],
						),
					),
				]),
			),
		};
	}
	if (values.every(Array.isArray)) {
		const items = values.flat();
		return {
			type: "array",
			...(items.length > 0 && { items: inferSchema(items) }),
		};
	}
	const { format } = describeStrings(values);
	return {
		type: describeTypes(values),
		// Without a previous description, a common pattern of the values may be chance.
		...(format !== undefined && { format }),
		...(isMilliseconds(first) && { example: first }),
	};
}

const LIMITS: readonly string[] = [
	...["minLength", "maxLength", "minItems", "maxItems", "minimum", "maximum"],
];

/** The keywords that do not look into objects and arrays. */
const SHALLOW: readonly string[] = [
	...["type", "const", "enum", "not", "pattern", "format"],
	...LIMITS,
];

const evaluate = createEvaluator(() => ({}));

/** Returns the keywords of a schema that a value violates. Does not look into objects and arrays. */
export const findViolatedKeywords = (schema: Node, value: unknown): string[] =>
	SHALLOW.filter(
		(keyword) =>
			keyword in schema &&
			evaluate({ [keyword]: schema[keyword] }, value).length > 0,
	);

const set = (keyword: string, value: unknown): DocumentEdit => ({
	pointer: `/${keyword}`,
	value,
});

/**
 * Returns the edits of a single value's schema after which it describes all values, and as few others as before.
 * @param isExhaustive whether a value that may be null would be among them
 */
export function adaptSchema(
	schema: Node,
	values: readonly unknown[],
	isExhaustive = true,
): DocumentEdit[] {
	const violated = new Set(
		values.flatMap((each) => findViolatedKeywords(schema, each)),
	);
	const wanted: Record<string, unknown> = {};
	const dropped = new Set(
		[...violated].filter((each) => LIMITS.includes(each)),
	);
	const distinct = unique(values);
	const isNullable = [schema.type].flat().includes("null");
	const texts = values.filter((each) => each !== null);
	if (violated.has("const")) {
		if (distinct.length === 1) wanted.const = distinct[0];
		else {
			dropped.add("const");
			wanted.enum = distinct;
		}
	}
	if (violated.has("enum") && Array.isArray(schema.enum))
		wanted.enum = unique([...schema.enum, ...values]);
	if (violated.has("type")) {
		const isOther = texts.some((each) =>
			findViolatedKeywords(schema, each).includes("type"),
		);
		// Null says nothing about the other values.
		const isNullKept = isNullable && !isExhaustive;
		const isNeverObject =
			isExhaustive && schema.type === "object" && texts.length === 0;
		wanted.type = isOther
			? describeTypes(isNullKept ? [...values, null] : values)
			: isNeverObject
				? "null"
				: [...[schema.type].flat(), "null"];
		if (isNeverObject) for (const keyword of OF_OBJECTS) dropped.add(keyword);
	}
	const isText = values.some((each) => typeof each === "string");
	if (
		violated.has("pattern") ||
		violated.has("format") ||
		(violated.has("type") && isText)
	) {
		dropped.add("pattern").add("format");
		Object.assign(wanted, describeStrings(texts));
	}
	if (violated.has("type") && !isText && texts.length > 0)
		for (const keyword of OF_STRINGS) dropped.add(keyword);
	if (isMilliseconds(distinct[0])) wanted.example = distinct[0];
	// What stands for the null that the document expects.
	const isNeverNull =
		isExhaustive && values.length > 1 && !values.includes(null);
	if (isNullable && isNeverNull) {
		wanted.type = describeTypes(values);
		if (violated.has("minLength") && values.includes("")) wanted.default = "";
	}
	return [
		...Object.entries(wanted).map(([keyword, value]) => set(keyword, value)),
		...[...dropped]
			.filter((keyword) => keyword in schema && !(keyword in wanted))
			.map(
				(keyword): DocumentEdit => ({ pointer: `/${keyword}`, remove: true }),
			),
	];
}
