import { attempt } from "../values/errors.ts";
import { type Field, fieldsOf, hasType } from "./field.ts";
import type { ParameterPlace } from "./model.ts";

/** The way a parameter is written in a request. */
export interface Parameter {
	readonly name: string;
	readonly in: ParameterPlace;
	readonly style: string;
	readonly explode: boolean;
	/** Whether the value is written as JSON. */
	readonly isJson: boolean;
	readonly mayBeEmpty: boolean;
	/** Whether an empty value counts as missing. */
	readonly ignoresEmpty: boolean;
	/** Which of several values is used; undefined if several values are invalid. */
	readonly takes: "first" | "last" | undefined;
	readonly field: Field;
}

/** Limits to the depth of a value are checked later, as those of a body are. */
const parseJson = (text: string): unknown => attempt(() => JSON.parse(text));

const INTEGER = /^-?[0-9]+$/;
const NUMBER = /^-?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;

/** The types of a field, and its listed values by their texts. */
interface Allowed {
	readonly types: ReadonlySet<string>;
	readonly listed: ReadonlyMap<string, unknown>;
}

/** Cached, because a list may have very many texts. */
const allowed = new WeakMap<Field, Allowed>();

function listAllowed(field: Field): Allowed {
	const all = fieldsOf(field);
	const listed = all
		.flatMap(({ schema }): unknown[] =>
			Array.isArray(schema.enum) ? schema.enum : [schema.const],
		)
		.filter((each) => each !== undefined);
	return {
		types: new Set(all.flatMap(({ types }) => types)),
		// The first of several values with the same text counts.
		listed: new Map(listed.map((each) => [`${each}`, each] as const).reverse()),
	};
}

/** Converts a text to a type that the schema allows. Returns the text itself if no type fits. */
function readText(text: string, field: Field): unknown {
	const found = allowed.get(field) ?? listAllowed(field);
	allowed.set(field, found);
	const { types, listed } = found;
	if (listed.has(text)) return listed.get(text);
	if (types.has("number") && NUMBER.test(text)) return Number(text);
	if (types.has("integer") && INTEGER.test(text)) return Number(text);
	if (types.has("boolean") && /^(true|false)$/.test(text))
		return text === "true";
	return types.has("null") && text === "null" ? null : text;
}

const readItems = (texts: readonly string[], { items }: Field): unknown[] =>
	texts.map((each) => {
		if (!items) return each;
		return isObjectField(items) ? readJson(each) : readText(each, items);
	});

/** Parses a text if it is JSON. Returns other texts unchanged. */
const readJson = (text: string): unknown => parseJson(text) ?? text;

/** Reads the properties of an object. Repeated properties become arrays. */
export function readObject(
	pairs: Iterable<readonly [string, string]>,
	{ byName }: Field,
): unknown {
	const texts = new Map<string, string[]>();
	for (const [name, text] of pairs) {
		const known = texts.get(name);
		if (known) known.push(text);
		else texts.set(name, [text]);
	}
	return Object.fromEntries(
		[...texts].map(([name, [text = "", ...others]]) => {
			const field = byName.get(name);
			if (!field) return [name, others.length > 0 ? [text, ...others] : text];
			if (hasType(field, "array"))
				return [name, readItems([text, ...others], field)];
			return [
				name,
				isObjectField(field) ? readJson(text) : readText(text, field),
			];
		}),
	);
}

/** Reads `a,1,b,2`, or `a=1,b=2` if it is exploded. */
function* readPairs(text: string, explode: boolean) {
	const parts = text.split(",");
	if (explode)
		for (const part of parts) {
			const [name = "", ...value] = part.split("=");
			yield [name, value.join("=")] as const;
		}
	else
		for (let index = 0; index < parts.length; index += 2)
			yield [parts[index] ?? "", parts[index + 1] ?? ""] as const;
}

/** Returns the texts that a request has for a parameter. */
export type ListTexts = (name: string) => readonly string[];

/** Returns the properties of an object that a query contains as separate parameters; undefined if there are none. */
function listSpread(
	{ name, style, field }: Parameter,
	query: URLSearchParams,
): (readonly [string, string])[] {
	return [...query].flatMap(([key, value]) => {
		if (style === "form") return field.byName.has(key) ? [[key, value]] : [];
		const below = key.startsWith(`${name}[`) ? key.slice(name.length + 1) : "";
		const property = below.replace(/\](\[\d*\])?$/, "");
		return below === "" ? [] : [[property, value]];
	});
}

const isObjectField = (field: Field): boolean =>
	hasType(field, "object") ||
	(field.types.length === 0 && field.properties.length > 0);

/** Returns the values that are used. */
function selectTexts(
	{ ignoresEmpty, takes, field }: Parameter,
	given: readonly string[],
): readonly string[] {
	const texts = ignoresEmpty ? given.filter((each) => each !== "") : given;
	if (takes === undefined || hasType(field, "array")) return texts;
	return texts.slice(...(takes === "first" ? [0, 1] : [-1]));
}

/** Reads the value of a parameter; undefined if the request has none. */
export function readValue(
	parameter: Parameter,
	listTexts: ListTexts,
	query: URLSearchParams,
): { readonly value: unknown } | { readonly detail: string } | undefined {
	const { field, explode, style, isJson } = parameter;
	const isArray = fieldsOf(field).some((each) => hasType(each, "array"));
	const isSpread = style === "deepObject" || (explode && style === "form");
	if (isObjectField(field) && isSpread && !isJson) {
		const pairs = listSpread(parameter, query);
		return pairs.length > 0 ? { value: readObject(pairs, field) } : undefined;
	}
	const [text, ...repeated] = selectTexts(parameter, listTexts(parameter.name));
	if (text === undefined) return undefined;
	if (isJson) {
		const value = parseJson(text);
		// Clients rarely put a text in quotes.
		const isText = field.types.length === 1 && hasType(field, "string");
		if (isText && typeof value !== "string") return { value: text };
		return value === undefined ? { detail: "is not valid JSON" } : { value };
	}
	const isOnlyArray = isArray && hasType(field, "array");
	if (isOnlyArray || (isArray && repeated.length > 0)) {
		const list = fieldsOf(field).find((each) => hasType(each, "array"));
		const parts =
			explode && style === "form" ? [text, ...repeated] : text.split(",");
		return { value: readItems(parts, list ?? field) };
	}
	if (repeated.length > 0) return { detail: "is sent more than once" };
	if (isObjectField(field))
		return { value: readObject(readPairs(text, explode), field) };
	if (text === "" && !parameter.mayBeEmpty) return { detail: "is empty" };
	const value = readText(text, field);
	const [type = "", ...others] = field.types;
	const isWrong = typeof value === "string" && others.length === 0;
	const detail = isWrong ? WRONG[type] : undefined;
	return detail ? { detail } : { value };
}

const WRONG: Readonly<Record<string, string>> = {
	integer: "must be a whole number",
	number: "must be a number",
	boolean: "must be true or false",
};
