import { essenceOf, isJsonType } from "../values/http.ts";
import { isContainer, isObject, type Values } from "../values/json.ts";
import type { Node } from "./node.ts";

/** A name and its text, as a query or a form has it. */
type Pair = [name: string, text: string];

/** Returns the text of one value. An object inside another value becomes JSON, in a query or a form. */
const toText = (value: unknown): string =>
	typeof value === "object" && value !== null
		? JSON.stringify(value)
		: String(value);

/** Returns the name and the text of each property. An array repeats its name. */
const toPairs = (value: unknown): Pair[] =>
	Object.entries(Object(value)).flatMap(([name, each]) =>
		[each].flat().map((item): Pair => [name, toText(item)]),
	);

/** Returns an array or an object as one text, separated by commas. */
const join = (value: unknown, explode: boolean): string =>
	Array.isArray(value)
		? value.map(toText).join(",")
		: toPairs(value)
				.map((pair) => pair.join(explode ? "=" : ","))
				.join(",");

/**
 * Writes the query parameters in their styles, as `readValue` reads them.
 * @param parameters the parameters of an operation, with `$ref` resolved
 * @param values by name
 */
export const writeQuery = (
	parameters: readonly Node[],
	values: Values,
): Pair[] =>
	Object.entries(values).flatMap(([name, value]): Pair[] => {
		const {
			style = "form",
			explode,
			content,
		} = parameters.find((each) => each.in === "query" && each.name === name) ??
		{};
		if (!isContainer(value) || content !== undefined)
			return [[name, content ? JSON.stringify(value) : toText(value)]];
		if (style === "deepObject" && isObject(value))
			return toPairs(value).map(([key, text]) => [`${name}[${key}]`, text]);
		if (explode === false || style !== "form")
			return [[name, join(value, false)]];
		return toPairs(isObject(value) ? value : { [name]: value });
	});

/** Writes the value of a path parameter. The caller encodes it. */
export const writeSimple = (
	{ explode, content }: Node,
	value: unknown,
): string =>
	isContainer(value) && content === undefined
		? join(value, explode === true)
		: toText(value);

/** A text that occurs in no value. */
const BOUNDARY = "understudy-7MA4YWxkTrZu0gW";

const FORM = "application/x-www-form-urlencoded";

/** By media type, the writers of bodies that consist of names and values. */
const WRITERS: Readonly<Record<string, (value: unknown) => string>> = {
	[FORM]: (value) => `${new URLSearchParams(toPairs(value))}`,
	"multipart/form-data": (value) =>
		toPairs(value)
			.map(
				([name, text]) =>
					`--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`,
			)
			.concat(`--${BOUNDARY}--\r\n`)
			.join(""),
};

/** Media type ranges that include JSON. */
const isRange = (mediaType: string): boolean =>
	/^(\*|application)\/\*$/.test(essenceOf(mediaType));

/** Whether bodies of a media type are written as names and texts. */
export const isForm = (mediaType: string): boolean =>
	essenceOf(mediaType) in WRITERS;

/** Whether bodies of a media type are written as a query is. */
export const isUrlEncoded = (mediaType: string): boolean =>
	essenceOf(mediaType) === FORM;

/**
 * Returns the media type for the body of a request: the first media type in the document that can be written, if any.
 */
export const chooseMediaType = (
	mediaTypes: readonly string[],
	value: unknown,
): string => {
	const found = mediaTypes.find(
		(each) =>
			isJsonType(each) ||
			isRange(each) ||
			(isForm(each) ? isObject(value) : typeof value === "string"),
	);
	return found === undefined || isRange(found) ? "application/json" : found;
};

/** Writes a body in a media type, as `createBodyFinder` reads it. */
export function writeBody(
	mediaType: string,
	value: unknown,
): { readonly contentType: string; readonly body: string } {
	const essence = essenceOf(mediaType);
	const write = WRITERS[essence];
	const contentType =
		essence === "multipart/form-data"
			? `${essence}; boundary=${BOUNDARY}`
			: mediaType;
	const isText = !isJsonType(mediaType) && typeof value === "string";
	return {
		contentType,
		body: write?.(value) ?? (isText ? value : JSON.stringify(value)),
	};
}
