import type { InvalidPlace, Validator } from "../values/validation.ts";
import { type Field, fieldsOf, hasType } from "./field.ts";
import type { ParameterPlace } from "./model.ts";
import {
	type DocumentOperation,
	inline,
	isNode,
	type Node,
	type Resolve,
	readString,
} from "./node.ts";
import { readField } from "./read-field.ts";
import { isIgnored, schemaOf } from "./schemas.ts";
import {
	INTEGER,
	placesOf,
	type ReadParameters,
	type SentParameters,
} from "./validate-request.ts";

/** How a parameter is written in a request. */
interface Parameter {
	readonly name: string;
	readonly in: ParameterPlace;
	readonly style: string;
	readonly explode: boolean;
	/** Whether it is written as JSON. */
	readonly isJson: boolean;
	readonly mayBeEmpty: boolean;
	readonly field: Field;
}

const PLACES: readonly ParameterPlace[] = ["path", "query", "header", "cookie"];

/** By place, the styles that can be read; the default comes first. */
const STYLES: Readonly<Record<ParameterPlace, readonly string[]>> = {
	path: ["simple"],
	query: ["form", "deepObject"],
	header: ["simple"],
	cookie: ["form"],
};

const isPlace = (place: unknown): place is ParameterPlace =>
	PLACES.some((each) => each === place);

/** Returns why a parameter cannot be read, with the remedy; undefined if it can. */
export function findUnreadable(
	resolve: Resolve,
	parameter: Node,
): string | undefined {
	const { name, in: place, style, content } = parameter;
	if (!isPlace(place))
		return `the parameter ${name} is in ${place}. Use in: path, query, header or cookie`;
	const [usual = ""] = STYLES[place];
	if (style !== undefined && !STYLES[place].includes(String(style)))
		return `style: ${style} of the ${place} parameter ${name} is not supported. Use style: ${STYLES[place].join(" or ")}`;
	const types = Object.keys(isNode(content) ? resolve(content) : {});
	return types.some((each) => !/json$/.test(each))
		? `the ${place} parameter ${name} is written as ${types.join(", ")}. Use application/json, or a schema with style: ${usual}`
		: undefined;
}

function readParameter(resolve: Resolve, node: Node): Parameter[] {
	const { in: place, content, style, explode, allowEmptyValue } = node;
	if (!isPlace(place) || isIgnored(node)) return [];
	const actual = String(style ?? STYLES[place][0]);
	return [
		{
			...{ name: readString(node, "name"), in: place, style: actual },
			explode: explode === undefined ? actual === "form" : explode === true,
			isJson: isNode(content),
			mayBeEmpty: allowEmptyValue === true,
			field: readField(inline(resolve, schemaOf(node))),
		},
	];
}

const PLAIN = ["string", "integer", "boolean"];

/** Whether a parameter is a single text, whole number or boolean of the query. */
const isPlain = (parameter: Parameter): boolean => {
	const { field, isJson, mayBeEmpty } = parameter;
	const [type = "", ...others] = field.types;
	return (
		parameter.in === "query" &&
		!(isJson || mayBeEmpty || others.length > 0) &&
		PLAIN.includes(type) &&
		!(type === "integer" && isSigned(field))
	);
};

/** Whether a number may be below zero. */
const isSigned = ({ schema }: Field): boolean =>
	Number(schema.minimum ?? schema.exclusiveMinimum ?? -1) < 0;

const NUMBER = /^-?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;

/** Reads a value as the type that its schema allows; leaves it a text if it is none of them. */
function readText(text: string, field: Field): unknown {
	const all = fieldsOf(field);
	const allows = (...types: string[]): boolean =>
		all.some((each) => hasType(each, ...types));
	const listed = all.flatMap(({ schema }): unknown[] =>
		Array.isArray(schema.enum) ? schema.enum : [schema.const],
	);
	const same = listed.find((each) => each !== undefined && `${each}` === text);
	if (same !== undefined) return same;
	if (allows("number") && NUMBER.test(text)) return Number(text);
	if (allows("integer") && INTEGER.test(text)) return Number(text);
	if (allows("boolean") && /^(true|false)$/.test(text)) return text === "true";
	return allows("null") && text === "null" ? null : text;
}

const readItems = (texts: readonly string[], { items }: Field): unknown[] =>
	texts.map((each) => (items ? readText(each, items) : each));

/** Reads the properties of an object. Repeated ones are arrays. */
function readObject(
	pairs: Iterable<readonly [string, string]>,
	{ byName }: Field,
): unknown {
	const texts = new Map<string, string[]>();
	for (const [name, text] of pairs)
		texts.set(name, [...(texts.get(name) ?? []), text]);
	return Object.fromEntries(
		[...texts].map(([name, [text = "", ...others]]) => {
			const field = byName.get(name);
			if (!field) return [name, others.length > 0 ? [text, ...others] : text];
			return hasType(field, "array")
				? [name, readItems([text, ...others], field)]
				: [name, readText(text, field)];
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
type ListTexts = (name: string) => readonly string[];

/** Returns the pairs of an object that is spread over several parameters of a query; undefined if there are none. */
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

/** Reads the value of a parameter; undefined if the request has none. */
function readValue(
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
	const [text, ...repeated] = listTexts(parameter.name);
	if (text === undefined) return undefined;
	if (isJson)
		try {
			return { value: JSON.parse(text) };
		} catch {
			return { detail: "is not valid JSON" };
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

/** Returns the values of cookies by name. */
const readCookies = (header: string): URLSearchParams =>
	new URLSearchParams(
		header
			.split(";")
			.map((each) => each.trim())
			.join("&"),
	);

function createListTexts(sent: SentParameters, query: URLSearchParams) {
	const cookies = readCookies(sent.request.header("cookie") ?? "");
	const headerTexts = (name: string): string[] => {
		const text = sent.request.header(name.toLowerCase());
		return text === null ? [] : [text.trim()];
	};
	const all: Readonly<Record<ParameterPlace, ListTexts>> = {
		path: (name) => [sent.path[name] ?? []].flat(),
		query: (name) => query.getAll(name),
		header: headerTexts,
		cookie: (name) => cookies.getAll(name),
	};
	return all;
}

/**
 * Returns a function that reads and validates the parameters of an operation, wherever they are; undefined if it has only
 * plain ones in its query.
 * @param validators by `<operation> <place>`
 */
export function createParameterReader(
	{ id, parameters }: Pick<DocumentOperation, "id" | "parameters">,
	resolve: Resolve,
	validators: Readonly<Record<string, Validator>>,
): ReadParameters | undefined {
	const all = parameters.flatMap((each) => readParameter(resolve, each));
	if (all.every(isPlain)) return undefined;
	return (sent) => {
		const query = new URLSearchParams(sent.search);
		const texts = createListTexts(sent, query);
		const invalid: InvalidPlace[] = [];
		let isPathInvalid = false;
		const read = (place: ParameterPlace): Record<string, unknown> => {
			const values: Record<string, unknown> = {};
			const before = invalid.length;
			const named: string[] = [];
			for (const each of all) {
				if (each.in !== place) continue;
				const found = readValue(each, texts[place], query);
				if (found && "value" in found) values[each.name] = found.value;
				else if (found) {
					named.push(each.name);
					invalid.push({ parameter: each.name, detail: found.detail });
				}
			}
			const places = placesOf(validators[`${id} ${place}`], values);
			for (const found of places) {
				if (!named.includes(found.parameter)) invalid.push(found);
				named.push(found.parameter);
			}
			if (place === "path") isPathInvalid = invalid.length > before;
			return values;
		};
		const path = { ...sent.path, ...read("path") };
		const values = { path, query: read("query") };
		for (const place of ["header", "cookie"] as const) read(place);
		return invalid.length > 0 ? { invalid, isPathInvalid } : values;
	};
}
