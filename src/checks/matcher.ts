import { type Field, hasType } from "../document/field.ts";
import type { Texts } from "../values/json.ts";

/** A matching rule of Pact, such as `{ match: "regex", regex: "[a-z]+" }`. */
type Rule = Readonly<Record<string, unknown>> & { readonly match: string };

/** A value of an interaction that Pact compares by rules, or that Pact generates. */
export class Matcher {
	readonly example: unknown;
	readonly rules: readonly Rule[];
	/** The way Pact generates the value of a request. */
	readonly generator: Texts | undefined;

	constructor(example: unknown, rules: readonly Rule[], generator?: Texts) {
		this.example = example;
		this.rules = rules;
		this.generator = generator;
	}
}

/** An array whose items all match the template. */
export class EachLike {
	readonly template: unknown;
	readonly count: { readonly min: number; readonly max?: number };

	constructor(template: unknown, count: { min: number; max?: number }) {
		this.template = template;
		this.count = count;
	}
}

/** Matches an array with exactly this many items. */
export const exactly = (count: number, template: unknown): EachLike =>
	new EachLike(template, { min: count, max: count });

const TYPE: Rule = { match: "type" };

/** Matches any value of the type. */
export const like = (example: unknown): Matcher => new Matcher(example, [TYPE]);

export const regex = (pattern: string, example: string): Matcher =>
	new Matcher(example, [{ match: "regex", regex: pattern }]);

/** Matches a string by a regular expression. The rule `regex` alone would also accept numbers and null. */
export const stringLike = (pattern: string, example: string): Matcher =>
	new Matcher(example, [TYPE, { match: "regex", regex: pattern }]);

/** A text that is new in each request, because a service may require unique names. */
export const newText = (pattern: string, example: string): Matcher =>
	new Matcher(example, [{ match: "regex", regex: pattern }], {
		type: "Regex",
		regex: pattern,
	});

/** Inserts a value that the provider state returns into a request. */
export const fromState = (name: string, example: string | number): Matcher =>
	new Matcher(example, [TYPE], {
		type: "ProviderState",
		expression: `\${${name}}`,
		dataType: typeof example === "number" ? "INTEGER" : "STRING",
	});

/** Inserts the values that the provider state returns into the parameters of a path. */
export const pathFromState = (path: string): object => ({
	type: "ProviderState",
	expression: path.replaceAll("{", "${"),
	dataType: "STRING",
});

const ANYTHING = "[\\s\\S]*";

/** Matches any string that is not empty. */
const nonEmpty = (example: string): Matcher =>
	stringLike("[\\s\\S]+", example || "text");

/** A URI reference (RFC 3986). The empty string is valid, too. */
const URI_REFERENCE =
	"([A-Za-z0-9._~:\\/?#\\[\\]@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*";

/** Escapes with another meaning in the regular expressions of Pact (Oniguruma). */
const ESCAPES: Texts = {
	"\\d": "[0-9]",
	"\\w": "[A-Za-z0-9_]",
	"[^]": "[\\s\\S]",
};
/** Patterns that Pact cannot express, and classes that an escape would end too early. */
const UNWRITABLE = /\[[^\]]*\\[dw]|\\u|\\p|\(\?</;

/** Converts a pattern to one of Pact that matches the whole text; undefined if that is impossible. */
function toPactPattern(pattern: string): string | undefined {
	if (UNWRITABLE.test(pattern)) return undefined;
	const body = pattern
		.replace(/^\^/, "")
		.replace(/\$$/, "")
		.replaceAll(/\\.|\[\^\]/g, (each) => ESCAPES[each] ?? each);
	const start = pattern.startsWith("^") ? "" : ANYTHING;
	const end = pattern.endsWith("$") ? "" : ANYTHING;
	return `${start}${body.includes("|") ? `(?:${body})` : body}${end}`;
}

function matchString({ schema }: Field, example: string): Matcher {
	const { pattern, format, minLength } = schema;
	const written =
		typeof pattern === "string" ? toPactPattern(pattern) : undefined;
	if (written !== undefined) return stringLike(written, example);
	if (format === "uri-reference") return stringLike(URI_REFERENCE, example);
	return Number(minLength ?? 0) > 0 ? nonEmpty(example) : like(example);
}

const isFitting =
	(example: object) =>
	({ required }: Field): boolean =>
		required.every((name) => name in example);

function matchObject(field: Field, example: object): unknown {
	const { properties, alternatives } = field;
	const chosen = alternatives.find(isFitting(example));
	// A service may choose another value.
	if (properties.length === 0 && alternatives.length > 1) return {};
	if (properties.length === 0 && chosen) return matchObject(chosen, example);
	return Object.fromEntries(
		properties.flatMap(([name, each]) => {
			const value = Reflect.get(example, name);
			if (value === undefined || !field.required.includes(name)) return [];
			return [[name, matchValue(each, value)]];
		}),
	);
}

/**
 * Matches any value that the document describes. Objects need only their required properties.
 * @param example a valid value
 */
export function matchValue(field: Field, example: unknown): unknown {
	if ("const" in field.schema || example === null || example === undefined)
		return example;
	if (Array.isArray(example)) {
		const min = Math.max(Number(field.schema.minItems ?? 0), 1);
		const [first] = example;
		return field.items && first !== undefined
			? new EachLike(matchValue(field.items, first), { min })
			: like(example);
	}
	if (typeof example === "object") return matchObject(field, example);
	return hasType(field, "string") && typeof example === "string"
		? matchString(field, example)
		: like(example);
}

const escapePattern = (text: string): string =>
	text.replaceAll(/[.+]/g, "\\$&");

function formatMediaType(mediaType: string): string {
	const [essence = "", ...parameters] = mediaType.split(/ *; */);
	const required = parameters.map((each) => {
		const [name = "", value = ""] = each.split("=");
		const isValue = `"?${escapePattern(value)}"? *(;|$)`;
		// Without a charset, the text is UTF-8, too.
		return name === "charset"
			? `(?!.*; *charset *= *(?!${isValue}))`
			: `(?=.*; *${escapePattern(name)} *= *${isValue})`;
	});
	return `(?i)${escapePattern(essence)}${required.join("")} *(;.*)?`;
}

/** Matches a media type with at least its parameters, in any order and case, with or without quotes. */
export const matchMediaType = (mediaType: string): Matcher =>
	regex(formatMediaType(mediaType), mediaType);
