import { attempt } from "../values/errors.ts";
import { groupBy } from "../values/group-by.ts";
import { computeByObject } from "../values/load-once.ts";
import { EMPTY, REPEATED } from "../values/validation.ts";
import { type Field, hasType, readField } from "./field.ts";
import type { ParameterPlace } from "./model.ts";
import { isNode } from "./node.ts";

/** The way a parameter is written in a request. */
export interface Parameter {
	readonly name: string;
	readonly in: ParameterPlace;
	readonly style: string;
	readonly explode: boolean;
	readonly isRequired: boolean;
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

/** The forms that the values of a field may have. */
interface Forms {
	readonly objects: readonly Field[];
	/** The array with the items that a list of texts has. */
	readonly list: Field | undefined;
	/** Whether a value may be one text. */
	readonly isText: boolean;
	/** The types of one text. */
	readonly types: ReadonlySet<string>;
	/** The listed values by their texts. */
	readonly listed: ReadonlyMap<string, unknown>;
}

/** Returns the field and its alternatives with their types. An alternative without types has those around it. */
function listTypes(field: Field): ReadonlyMap<Field, readonly string[]> {
	const all = new Map([[field, field.types]]);
	for (const [{ alternatives }, around] of all)
		for (const each of alternatives)
			if (!all.has(each))
				all.set(each, each.types.length > 0 ? each.types : around);
	return all;
}

/** Cached, because a list may have very many texts. */
const formsOf = computeByObject((field: Field): Forms => {
	const all = listTypes(field);
	const isOf = (each: Field, ...types: readonly string[]): boolean =>
		types.some((type) => all.get(each)?.includes(type));
	const isUntyped = (each: Field): boolean => all.get(each)?.length === 0;
	// The types of a choice are those of its alternatives, but only these have properties and items.
	const own = [...all.keys()].filter(
		({ alternatives, properties, items }) =>
			alternatives.length === 0 || properties.length > 0 || items,
	);
	const objects = own.filter(
		(each) =>
			isOf(each, "object") || (isUntyped(each) && each.properties.length > 0),
	);
	const list = own.find((each) => isOf(each, "array"));
	const isText = own.some(
		(each) =>
			!objects.includes(each) &&
			(isUntyped(each) || isOf(each, "string", "integer", "number", "boolean")),
	);
	const listed = [...all.keys()]
		.flatMap(({ schema }): unknown[] =>
			Array.isArray(schema.enum) ? schema.enum : [schema.const],
		)
		.filter((each) => each !== undefined);
	return {
		...{ objects, list, isText },
		types: new Set([...all.values()].flat()),
		// The first of several values with the same text counts.
		listed: new Map(listed.map((each) => [`${each}`, each] as const).reverse()),
	};
});

/** Converts a text to a type that the schema allows. Returns the text itself if no type fits. */
function readText(text: string, field: Field): unknown {
	const { types, listed } = formsOf(field);
	if (listed.has(text)) return listed.get(text);
	if (types.has("number") && NUMBER.test(text)) return Number(text);
	if (types.has("integer") && INTEGER.test(text)) return Number(text);
	if (types.has("boolean") && /^(true|false)$/.test(text))
		return text === "true";
	return types.has("null") && text === "null" ? null : text;
}

/** Converts the texts of one value. Several texts are a list. */
function readTexts(texts: readonly string[], field: Field): unknown {
	const { objects, list, isText } = formsOf(field);
	const [text, ...repeated] = texts;
	const isList = list !== undefined && (repeated.length > 0 || !isText);
	if (text === undefined || isList || repeated.length > 0)
		return texts.map((each) =>
			list?.items ? readTexts([each], list.items) : each,
		);
	const isObject = objects.length > 0 && (!isText || text.startsWith("{"));
	return isObject ? (parseJson(text) ?? text) : readText(text, field);
}

type Pair = readonly [name: string, text: string];

/** A name such as `address[city]` or `items[0][price]`. Longer ones are names without a meaning. */
const NESTED = /^[^[\]]+(\[[^[\]]*\]){1,32}$/;

/** Returns the name of a value in an object or a list: `city` of `address[city]`, `0[price]` of `items[0][price]`. */
const nameBelow = (key: string, name: string): string =>
	key.slice(name.length).replace(/^\[([^[\]]*)\]/, "$1");

/** Reads the values of a property whose names have brackets after the name of the property. */
function readNested(pairs: readonly Pair[], field: Field): unknown {
	const items = formsOf(field).list?.items;
	if (!items || !pairs.every(([name]) => /^\d*(\[|$)/.test(name)))
		return readObject(pairs, field);
	const indexOf = ([name]: Pair): string => name.replace(/\[.*/s, "");
	return groupBy(pairs, indexOf).flatMap((own) => {
		const index = indexOf(own[0]);
		const below = own.filter(([name]) => name !== index);
		if (below.length === 0)
			return own.map(([, text]) => readTexts([text], items));
		const named = below.map(
			([name, text]): Pair => [nameBelow(name, index), text],
		);
		return [readNested(named, items)];
	});
}

/** Reads the properties of an object. Repeated properties become arrays. */
export function readObject(pairs: Iterable<Pair>, field: Field): unknown {
	const { objects } = formsOf(field);
	const others = objects
		.map(({ schema }) => schema.additionalProperties)
		.find(isNode);
	const findOwner = (name: string) =>
		objects.find(({ byName }) => byName.has(name));
	const nameOf = ([key]: Pair): string =>
		NESTED.test(key) && !findOwner(key) ? key.replace(/\[.*/s, "") : key;
	return Object.fromEntries(
		groupBy([...pairs], nameOf).map((own) => {
			const name = nameOf(own[0]);
			const given = own.map(([, text]) => text);
			const property =
				findOwner(name)?.byName.get(name) ?? (others && readField(others));
			if (own.some(([key]) => key !== name))
				return [
					name,
					readNested(
						own.map(([key, text]) => [nameBelow(key, name), text]),
						property ?? readField({}),
					),
				];
			if (property) return [name, readTexts(given, property)];
			return [name, given.length > 1 ? given : given[0]];
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

/** Returns the properties of an object that a query contains as separate parameters. */
const listSpread = (
	{ name, style, field }: Parameter,
	query: URLSearchParams,
): Pair[] =>
	[...query].flatMap(([key, value]) => {
		const { objects } = formsOf(field);
		if (style === "form")
			return objects.some(({ byName }) => byName.has(key))
				? [[key, value]]
				: [];
		return key.startsWith(`${name}[`) ? [[nameBelow(key, name), value]] : [];
	});

/** Returns the texts of a parameter that are used. A `deepObject` may write a list as `name[]=a` or `name[0]=a`. */
function selectTexts(
	{ name, style, ignoresEmpty, takes, field }: Parameter,
	listTexts: ListTexts,
	query: URLSearchParams,
): readonly string[] {
	const isItem = (key: string): boolean =>
		key.startsWith(`${name}[`) && /^\[\d*\]$/.test(key.slice(name.length));
	const items =
		style === "deepObject"
			? [...query].flatMap(([key, text]) => (isItem(key) ? text : []))
			: [];
	const given = [...listTexts(name), ...items];
	const texts = ignoresEmpty ? given.filter((each) => each !== "") : given;
	if (takes === undefined || formsOf(field).list) return texts;
	return texts.slice(...(takes === "first" ? [0, 1] : [-1]));
}

/** Reads the value of a parameter; undefined if the request has none. */
export function readValue(
	parameter: Parameter,
	listTexts: ListTexts,
	query: URLSearchParams,
): { readonly value: unknown } | { readonly detail: string } | undefined {
	const { field, explode, style, isJson } = parameter;
	const { objects, list, isText } = formsOf(field);
	const isSpread = style === "deepObject" || (explode && style === "form");
	if (objects.length > 0 && isSpread && !isJson) {
		const pairs = listSpread(parameter, query);
		// An object whose properties are all optional may be spread to nothing.
		const isNone =
			parameter.isRequired &&
			objects.some(({ required }) => required.length === 0);
		if (pairs.length > 0 || (isNone && !isText && !list))
			return { value: readObject(pairs, field) };
		if (!isText && !list) return undefined;
	}
	const [text, ...repeated] = selectTexts(parameter, listTexts, query);
	if (text === undefined) return undefined;
	if (isJson) {
		const value = parseJson(text);
		// Clients rarely put a text in quotes.
		const isOnlyText = field.types.length === 1 && hasType(field, "string");
		if (isOnlyText && typeof value !== "string") return { value: text };
		return value === undefined ? { detail: "is not valid JSON" } : { value };
	}
	if (list && (!isText || repeated.length > 0)) {
		const comma = parameter.in === "header" ? / *, */ : ",";
		const parts = isSpread ? [text, ...repeated] : text.split(comma);
		return { value: readTexts(parts, list) };
	}
	if (repeated.length > 0) return { detail: REPEATED };
	if (objects.length > 0 && !isText)
		return { value: readObject(readPairs(text, explode), field) };
	if (text === "" && !parameter.mayBeEmpty) return { detail: EMPTY };
	const value = readText(text, field);
	const [type = "", ...others] = field.types.filter((each) => each !== "null");
	const isWrong = typeof value === "string" && others.length === 0;
	const detail = isWrong ? WRONG[type] : undefined;
	return detail ? { detail } : { value };
}

const WRONG: Readonly<Record<string, string>> = {
	integer: "must be a whole number",
	number: "must be a number",
	boolean: "must be true or false",
};
