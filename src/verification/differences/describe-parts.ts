import { describeKind } from "../../document/judgment/shape-values.ts";
import { isObject, tryParseJson } from "../../values/json.ts";
import { shorten } from "../../values/shorten.ts";
import type { ComparedObservation } from "../observed.ts";
import { SUCH_AS } from "./difference-collection.ts";

/** The maximum length of a value that a report shows. */
export const MAX_SHOWN = 60;

/** Describes an object, an array of objects or a URL. Returns undefined for other values. */
export function describeObject(value: unknown): string | undefined {
	const [item] = Array.isArray(value) ? value.filter(isObject) : [];
	if (item) return `an array of objects with ${Object.keys(item).join(", ")}`;
	const names = isObject(value) ? Object.keys(value).join(", ") : "";
	if (isObject(value)) return names ? `an object with ${names}` : "an object";
	return /^https?:\/\/\S+$/.test(`${value}`) ? "a URL" : undefined;
}

/** Describes the values in an object that are objects, arrays of objects or URLs. */
export const describeInner = (value: object): string =>
	Object.entries(value)
		.flatMap(([name, inner]) => {
			const kind = describeObject(inner);
			return kind ? [`; ${name} is ${kind}`] : [];
		})
		.join("");

/** Returns the kind of a value, with the names of an object. */
export function describeValue(value: unknown): string {
	const object = typeof value === "object" && describeObject(value);
	if (object)
		return isObject(value) ? `${object}${describeInner(value)}` : object;
	const kind = describeKind({}, value).replace(/^another string$/, "a string");
	return typeof value === "string" || typeof value === "number"
		? `${kind}${SUCH_AS}${shorten(JSON.stringify(value), MAX_SHOWN)}`
		: kind;
}

export const IF_UNSENT = "if it is not sent";
/** The text between the kinds of values in a description. */
const OR = ", or ";
const MAX_CODES = 6;
const MAX_KINDS = 5;
/** A single value may be equal by chance. */
export const MIN_ORIGINS = 2;
/** After this number of new records with the same value, the value is taken for the default. */
export const MIN_CREATED = 4;
/** A value that so many records have is not equal by chance. */
const MANY = 100;

/** A part that the document does not name, in one response. */
export interface Part {
	readonly example: ComparedObservation;
	readonly where: string;
	readonly value: unknown;
}

/** Whether a rejection tells its kind by a text, and not by a sentence. */
export const isCode = (value: unknown): value is string =>
	typeof value === "string" && /^\S+$/.test(value);

/** Returns the names of the headers that identify responses, by their values. */
export const indexIds = (
	compared: readonly ComparedObservation[],
): ReadonlyMap<unknown, string> =>
	new Map(
		compared.flatMap(({ response: { headers } }) =>
			Object.entries(headers).flatMap(([name, value]) =>
				/id$/.test(name) ? [[value, name] as const] : [],
			),
		),
	);

/** Returns the header that has several of the values in other responses; the empty text if none has. */
export function describeOrigin(
	parts: readonly Part[],
	ids: ReadonlyMap<unknown, string>,
): string {
	const values = [...new Set(parts.map(({ value }) => value))];
	const known = values.filter((each) => ids.has(each));
	return known.length < MIN_ORIGINS
		? ""
		: `, the ${ids.get(known[0])} of the response to the request that it is about`;
}

const RELATION = />[^,<]*;\s*rel="?([^";,]+)/gi;

/** Describes which relations the links of a header have. The last page has no next one. */
function describeRelations(values: readonly string[]): string {
	const all = values.map((each) =>
		Array.from(each.matchAll(RELATION), ([, relation = ""]) => relation),
	);
	const found = [...new Set(all.flat())];
	const isAlways = (each: string): boolean =>
		all.every((own) => own.includes(each));
	if (found.length < 2 && found.every(isAlways)) return "";
	const told = found.map((each) => {
		if (isAlways(each)) return each;
		if (each === "next") return "next on all pages but the last";
		return `${each} on some pages`;
	});
	return `, with rel ${told.join(", ")}`;
}

/** Describes objects by the names that all of them have, and those of some. */
export function describeObjects(objects: readonly object[]): string {
	const names = [...new Set(objects.flatMap((each) => Object.keys(each)))];
	const isAlways = (name: string) => objects.every((each) => name in each);
	const others = names.filter((name) => !isAlways(name));
	const some =
		others.length > 0 ? `, in some responses also ${others.join(", ")}` : "";
	return `an object with ${names.filter(isAlways).join(", ")}${some}`;
}

/** Describes the values of a header: the names of objects in JSON, a number, or the first text. */
function describeHeader(values: readonly string[]): string {
	const [first = ""] = values;
	const last = values.findLast((each) => /^\d+$/.test(each));
	if (/^\d+$/.test(first) && last !== first) return `a number, such as ${last}`;
	const objects = values.map(tryParseJson).filter(isObject);
	if (objects.length < values.length)
		return shorten(first, MAX_SHOWN) + describeRelations(values);
	return `JSON of ${describeObjects(objects)}`;
}

/** Returns the descriptions of the values, each kind once. */
function describeAll(parts: readonly Part[]): string {
	const [first] = parts;
	if (first?.where.startsWith("header "))
		return describeHeader(parts.map(({ value }) => `${value}`));
	const codes = new Set(parts.map(({ value }) => value));
	const isOfRejection = first && first.example.response.status >= 400;
	// The texts in a list within an error belong to this error.
	const isListed = first?.where.endsWith("[*]");
	// More codes are rather generated, such as times.
	const areFew = codes.size <= MAX_CODES;
	if (isOfRejection && !isListed && areFew && [...codes].every(isCode))
		return [...codes].map((each) => JSON.stringify(each)).join(", ");
	const isText = (text: string): boolean => text.startsWith("a string");
	const kinds = new Map<string | undefined, string>();
	for (const each of parts.map(({ value }) => describeValue(value))) {
		const kind = isText(each) ? "" : each.split(SUCH_AS)[0];
		// The example of the first part is that of the operation.
		if (!kinds.has(kind)) kinds.set(kind, each);
	}
	return [...kinds.values()].slice(0, MAX_KINDS).join(OR);
}

const kindOf = (value: unknown): string =>
	typeof value === "boolean" || value === null || value === ""
		? JSON.stringify(value)
		: `${Array.isArray(value)} ${typeof value}`;

/** Returns the value that a part has whatever a request asks, as JSON; undefined if there are too few records to tell. */
function findConstant(parts: readonly Part[]): string | undefined {
	const [value = "", ...others] = new Set(
		parts.map((each) => JSON.stringify(each.value)),
	);
	const isTold = /^(\[\]|\{\}|[\d.]+)$/.test(value);
	const isOfRecords = parts[0]?.where.includes("[*]");
	return others.length === 0 && isTold && isOfRecords && parts.length >= MANY
		? value
		: undefined;
}

/** Whether a response has another value than the request, although an empty one may stand for a default. */
function isIgnored({ example, value }: Part, name: string): boolean {
	const { request, adapted = request } = example;
	const sent = Object(tryParseJson(`${adapted.body ?? ""}`))[name] ?? "";
	return sent !== "" && JSON.stringify(sent) !== JSON.stringify(value);
}

/**
 * Describes the values of a part. New records may all have the same one if the request does not set it.
 * @param listed the paths of lists
 * @param further the values of other responses
 */
export function describePart(
	parts: readonly Part[],
	listed: ReadonlySet<string>,
	further: readonly Part[] = [],
): string {
	const kinds = parts.map(({ value }) => kindOf(value));
	// The names in objects are those of the requests, of which learning sends many.
	const isNew = ({ where, value }: Part): boolean =>
		where === "header link" || !kinds.includes(kindOf(value));
	const text = describeAll([...parts, ...further.filter(isNew)]);
	const all = [...parts, ...further];
	const name = parts[0]?.where.replace("$.", "") ?? "";
	const isOfCreation = all.every(
		({ example: { request } }) =>
			request.method === "POST" && listed.has(request.path),
	);
	const isSending = ({ example: { request, adapted = request } }: Part) =>
		`${adapted.body ?? ""}`.includes(`${JSON.stringify(name)}:`);
	const sending = all.filter(isSending);
	const initial = all
		.filter((each) => !isSending(each))
		.map((each) => JSON.stringify(each.value));
	const [value = ""] = initial;
	const isSame =
		initial.length >= MIN_CREATED && initial.every((each) => each === value);
	const isPlain = ["[]", "{}"].includes(value) || !/^[[{]/.test(value);
	const [kind = ""] = text.split(SUCH_AS);
	const constant = findConstant(all);
	if (constant !== undefined) return `${kind}, ${constant} in all records seen`;
	if (!isOfCreation || !isSame || !isPlain) return text;
	const isSet =
		sending.some((each) => JSON.stringify(each.value) !== value) ||
		(sending.length > 0 && !sending.some((each) => isIgnored(each, name)));
	const when = `${value} ${isSet ? IF_UNSENT : "in new records"}`;
	const others = kind
		.split(OR)
		.filter((each) => each !== value)
		.map((each) => each.replace(/^(true|false)$/, "a boolean"));
	return [...(others.length > 0 ? [others.join(OR)] : []), when].join(", ");
}
