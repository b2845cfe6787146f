import { isObject } from "../../../values/json.ts";
import type { Codes } from "./codes.ts";
import {
	isRepeated,
	isSentence,
	listAllowed,
	readPath,
	splitPath,
} from "./complaint-parts.ts";
import {
	type Complaint,
	createComplaint,
	type Found,
	MAX_TEXT,
	readSentences,
} from "./complaints.ts";

const MAX_COMPLAINTS = 20;

/** Returns the text of a value in a rejection: a string, or the strings of an array. */
function readText(value: unknown): string | undefined {
	if (typeof value === "string") return value;
	return Array.isArray(value) &&
		value.length > 0 &&
		value.every((each) => typeof each === "string")
		? value.join("\n")
		: undefined;
}

export type ReadCodes = Pick<Codes, "names" | "texts">;

/** Names that programs commonly give to the code of an error, whose value is no path. */
const CODE = /^(error_?)?(code|type|keyword)$/i;

/** Names that programs commonly give to the message of an error, which may be a code. */
const MESSAGE = /^(msg|message)$/i;

/** Names that programs commonly give to the place of an error. */
export const PLACE: RegExp =
	/^(field(_?name)?|property(_?(path|name))?|(instance_?)?path|pointer|loc(ation)?|param(eter)?|attribute)$/i;

/** Those of them beside which a parameter is that of the rule, as in `{ "field": "name", "rule": "max", "param": "64" }`. */
const FIELD = /^(field|property|path|pointer)/i;

/** Names that programs commonly give to the list of all errors. */
const ALL =
	/^(errors?|messages?|details?|violations|problems?|issues|reasons?)$/i;

/** Returns the paths in an object, the longest first, because a single name may be a code. */
const listPaths = (
	values: readonly unknown[],
	{ texts }: ReadCodes,
): (readonly string[])[] =>
	values
		.flatMap((each) => {
			const path = texts.has(`${each}`) ? undefined : readPath(each);
			return path ? [{ path, isArray: Array.isArray(each) }] : [];
		})
		.sort((a, b) => Number(b.isArray) - Number(a.isArray))
		.map(({ path }) => path);

/** What is known of a rejection, and of the part of it that is read. */
interface Reading {
	readonly codes: ReadCodes;
	/** The names in the rejected body. */
	readonly names: ReadonlySet<string>;
	readonly depth: number;
	/** The place in the body: the names and indexes around the part, from the first one that the body has. */
	readonly at: readonly string[];
	/** Whether the part is an item of an array. */
	readonly isItem?: boolean;
}

/** Returns the reading of the value of a name or an index. */
const enter = (reading: Reading, key: string, isItem = false): Reading => ({
	...{ ...reading, isItem },
	depth: reading.depth + 1,
	at:
		reading.at.length > 0 || reading.names.has(key.toLowerCase())
			? [...reading.at, key]
			: [],
});

/** Returns the names and values in a value as text: `min 1 max 64`. */
const listParts = (value: unknown): string =>
	typeof value === "object"
		? Object.entries(value ?? {})
				.map(([name, each]) =>
					Array.isArray(value) || isSentence(`${each}`)
						? listParts(each)
						: `${name} ${listParts(each)}`,
				)
				.join(" ")
		: `${value}`;

/** Whether a value is an object with the place of an error. */
const hasPlace = (value: unknown): boolean =>
	typeof value === "object" &&
	value !== null &&
	Object.entries(value).some(
		([name, each]) => (PLACE.test(name) && readPath(each)) || hasPlace(each),
	);

/** Whether an object has the code of an error, and no place. */
const isUnplaced = (value: unknown): boolean => {
	const entries = Object.entries(isObject(value) ? value : {});
	return (
		entries.some(
			([name, each]) =>
				(CODE.test(name) || MESSAGE.test(name)) && /^\S+$/.test(`${each}`),
		) && !entries.some(([name]) => PLACE.test(name))
	);
};

/**
 * Reads an error in the list of a property, such as `{ name: [{ code: "length", params: { min: 1 } }] }`. Returns
 * undefined for other objects.
 */
function readListed(
	value: Readonly<Record<string, unknown>>,
	{ depth, at, isItem }: Reading,
): Found[] | undefined {
	const entries = Object.entries(value);
	if (!isItem || at.length < 2 || !isUnplaced(value)) return undefined;
	const texts = entries.flatMap(([, each]) =>
		each === null ? [] : [listParts(each)],
	);
	const text = [...listAllowed(entries), ...texts].join(" ").slice(0, MAX_TEXT);
	return [createComplaint(depth + 1, [at.slice(0, -1)], text, true)];
}

function readObject(
	value: Readonly<Record<string, unknown>>,
	reading: Reading,
): Found[] {
	const { codes, names: sent, depth, at, isItem } = reading;
	const listed = readListed(value, reading);
	if (listed) return listed;
	const entries = Object.entries(value);
	// One of several errors may have a path as an array. Beside the only sentence, an array has the names of properties.
	const names = entries.flatMap(([, each]) =>
		!isItem && Array.isArray(each) && readPath(each) ? each.map(String) : [],
	);
	// A path may be in an object of its own, as in JSON:API, or the name of a property that was sent, as in ajv.
	const pointers = entries.flatMap(([, each]) =>
		isObject(each)
			? Object.values(each).filter(
					(inner) =>
						typeof inner === "string" &&
						(inner.startsWith("/") || sent.has(inner.toLowerCase())),
				)
			: [],
	);
	const placed = entries.filter(
		([name, each]) => PLACE.test(name) && readPath(each),
	);
	const isOfRule = placed.some(([name]) => FIELD.test(name));
	const own = placed.filter(([name]) => !(isOfRule && /^param/i.test(name)));
	const paths = listPaths(
		[
			...pointers,
			...(own.length > 0 ? own : entries).flatMap(([name, each]) =>
				CODE.test(name) ? [] : [each],
			),
		],
		codes,
	);
	const sentences = entries
		.filter(([, each]) => names.length === 0 || typeof each === "string")
		// A list of codes says nothing.
		.filter(
			([, each]) =>
				!Array.isArray(each) || each.some((item) => isSentence(`${item}`)),
		)
		.flatMap(([, each]) => readText(each) ?? [])
		.filter(isSentence)
		.filter(
			(each, index, all) =>
				all.indexOf(each) === index &&
				!all.some((other) => isRepeated(each, other)),
		);
	const allowed = own.length > 0 ? listAllowed(entries) : [];
	// Beside a place, everything is about it.
	const beside =
		own.length > 0 && sentences.length === 0
			? entries.flatMap((entry) =>
					own.includes(entry) || hasPlace(entry[1])
						? []
						: [listParts(Object.fromEntries([entry]))],
				)
			: [];
	const text = [...allowed, ...sentences, ...beside]
		.join(" ")
		.slice(0, MAX_TEXT);
	const places =
		names.length > 0 ? names.map((each) => [splitPath(each)]) : [paths];
	if (paths.length > 0 && text !== "")
		return places.map((each) =>
			createComplaint(depth + 1, each, text, own.length > 0),
		);
	// An object with nothing but sentences has them by the names of properties.
	const isMap = entries.every(
		([name, each]) =>
			isSentence(readText(each) ?? "") &&
			!ALL.test(name) &&
			!codes.names.has(name),
	);
	return entries.flatMap(([name, each]) => {
		const text = readText(each);
		if (text === undefined) return [];
		// In an object of errors, each name is that of a property. The name `errors` itself is not.
		const isOfAll =
			ALL.test(name) && !sent.has(name.toLowerCase()) && Array.isArray(each);
		return !codes.names.has(name) &&
			!isOfAll &&
			(Array.isArray(each) || depth > 0 || isMap)
			? readSentences(depth + 1, text, [...at, ...splitPath(name)])
			: // The sentence beside a list of errors says less than they do.
				readSentences(isOfAll ? depth + 1 : depth, text);
	});
}

function readValue(value: unknown, reading: Reading): Found[] {
	// A name with its sentence, as in `[["name", "it is required"]]`.
	if (Array.isArray(value) && value.length === 2 && reading.isItem) {
		const [path, text] = [readPath(value[0]), readText(value[1]) ?? ""];
		if (path && isSentence(text))
			return [createComplaint(reading.depth, [path], text, true)];
	}
	if (Array.isArray(value))
		return value.flatMap((each, index) =>
			typeof each === "string"
				? readSentences(reading.depth, each, reading.at)
				: readValue(each, enter(reading, `${index}`, true)),
		);
	if (!isObject(value)) return [];
	const isPlaced = Object.entries(value).some(
		([name, each]) => PLACE.test(name) && readPath(each),
	);
	const inner = Object.entries(value).filter(
		([, each]) =>
			typeof each === "object" &&
			!readPath(each) &&
			readText(each) === undefined &&
			(!isPlaced || hasPlace(each)),
	);
	return [
		...readObject(value, reading),
		...inner.flatMap(([name, each]) => {
			const isOfName =
				Array.isArray(each) && each.every(isUnplaced) && !ALL.test(name);
			const entered = enter(reading, name);
			const at = [...reading.at, ...splitPath(name)];
			return readValue(each, isOfName ? { ...entered, at } : entered);
		}),
	];
}

/** Reads the codes of a rejection without sentences, by the names or paths beside them. */
function readCodes(
	value: unknown,
	codes: ReadCodes,
	depth = 0,
	isItem = false,
): Found[] {
	if (Array.isArray(value))
		return value.flatMap((each) => readCodes(each, codes, depth + 1, true));
	if (!isObject(value)) return [];
	const entries = Object.entries(value);
	// A list of names, as in `{ missing: ["name"] }`.
	const lists = isItem
		? []
		: entries.flatMap(([name, each]) =>
				Array.isArray(each) && readPath(each)
					? each.map((one) =>
							createComplaint(depth + 1, [splitPath(`${one}`)], name, true),
						)
					: [],
			);
	if (lists.length > 0) return lists;
	const texts = entries.filter(([, each]) => readText(each) !== undefined);
	const paths = listPaths(
		entries.flatMap(([, each]) =>
			isItem || !Array.isArray(each) ? [each] : [],
		),
		codes,
	);
	const text = texts.map(([, each]) => readText(each)).join(" ");
	if (isItem && paths.length > 0) return [createComplaint(depth, paths, text)];
	return [
		...(depth > 0
			? texts
					.filter(([name]) => !codes.names.has(name))
					.map(([name, each]) =>
						createComplaint(depth, [splitPath(name)], readText(each) ?? ""),
					)
			: []),
		...entries.flatMap(([, each]) => readCodes(each, codes, depth + 1)),
	];
}

/**
 * Reads the complaints of a rejection: an object with a path and a sentence, a sentence by property name, or a
 * sentence that names the property.
 * @param rejection JSON or text
 * @param names the names in the rejected body
 */
export function readComplaints(
	rejection: unknown,
	codes: ReadCodes = { names: new Set(), texts: new Set() },
	names: readonly string[] = [],
): readonly Complaint[] {
	const own = new Set(names.map((each) => each.toLowerCase()));
	const found =
		typeof rejection === "object"
			? readValue(rejection, { codes, names: own, depth: 0, at: [] })
			: readSentences(0, String(rejection));
	if (found.length === 0) found.push(...readCodes(rejection, codes));
	// The sentence around several errors says nothing more.
	const placed = found.filter(({ isPlaced }) => isPlaced);
	const outer = Math.min(...placed.map(({ depth }) => depth)) - 1;
	return found
		.filter(
			({ isPlaced, depth }) =>
				placed.length === 0 || isPlaced || depth >= outer,
		)
		.sort((a, b) => b.depth - a.depth)
		.slice(0, MAX_COMPLAINTS);
}
