import { isObject } from "../../../values/json.ts";

/** Quoted text in a sentence. */
const QUOTED = /[`'"“‘]([^`'"”’\s]+)[`'"”’]/g;
const IDENTIFIER = /[A-Za-z_][\w-]*(?:\.[\w-]+|\[\d+\]\.?[\w-]+|\[[\w-]+\])*/g;

/** The address of an explanation, or the full name of a class such as `org.app.CreateTask`, whose parts are no names. */
export const NO_NAMES: RegExp =
	/\bhttps?:\/\/\S+|(?<![\w.$])(?:[a-z]\w*\.){2,}[A-Z]\w*(?:[.$][A-Z]\w*)*/g;

export const listWords = (text: string): readonly string[] =>
	text.match(IDENTIFIER) ?? [];

/** Whether an identifier consists of joined parts, unlike the words of a language. */
const isJoined = (word: string): boolean => /[a-z][A-Z]|[_.[\]]/.test(word);

/** A name before a colon, alone. In "into the target type:", the word is the end of a sentence. */
const LABEL = /(?<=^|[:;,.(]\s*)([A-Za-z_][\w.[\]-]*):/g;

/** A property that a sentence names as one: "missing field `type`". */
const PROPERTY =
	/\b(?:field|property|key|attribute|member|parameter)s?\s+[`'"“‘]([^`'"”’\s]+)[`'"”’]/gi;

/** Properties that a sentence lists: "fields [name, type] are required". */
const PROPERTIES =
	/\b(?:fields|properties|keys|attributes|members|parameters)\s+\[([\w-]+(?:, ?[\w-]+)*)\]/gi;

export const listProperties = (text: string): string[] => [
	...Array.from(text.matchAll(PROPERTY), ([, name = ""]) => name),
	...Array.from(text.matchAll(PROPERTIES), ([, names = ""]) =>
		names.split(/, ?/),
	).flat(),
];

/** A place in JSON: `$`, `$.steps[0]`. */
const JSON_PATH = /(?<=[\s`'"(])\$((?:\.[\w-]+|\[\d+\])*)(?=$|[\s`'",;:.)])/;

/** Returns the places of the properties that a sentence names beside a place in JSON, or this place; none without one. */
export function listJsonPlaces(text: string): string[][] {
	const [path, around = ""] = JSON_PATH.exec(text) ?? [];
	if (path === undefined) return [];
	const names = listProperties(text);
	return (names.length > 0 ? names : [""])
		.map((name) => [...splitPath(around), ...splitPath(name)])
		.filter((place) => place.length > 0);
}

/** The first name before a colon, alone. */
export const FIRST_LABEL: RegExp = new RegExp(LABEL, "");

/** A path at the start of a sentence, such as `body/steps/0`, `steps[0]` and `on[type]`. */
export const START_PATH: RegExp =
	/^(?:[\w.-]*(?:\/[\w.-]+)+|[A-Za-z_]\w*(?:\.\w+|\[\w+\])+)(?=\s)/;

export const listQuoted = (text: string): string[] =>
	Array.from(text.matchAll(QUOTED), ([, name = ""]) => name);

/** Returns the parts of a sentence that are probably names: a path at its start, quoted and joined words, words beside a colon. */
export function listNames(text: string): string[] {
	const [, last = ""] = /:\s*([A-Za-z_][\w.[\]-]*)\W*$/.exec(text) ?? [];
	const [pointer = ""] = /^[\w.-]*(\/[\w.-]+)+(?=\s)/.exec(text) ?? [];
	const names = [
		...[pointer, ...listQuoted(text)],
		...[...listWords(text).filter(isJoined), last],
		...Array.from(text.matchAll(LABEL), ([, name = ""]) => name),
	].filter((each) => each !== "");
	if (names.length > 0) return names;
	const [, word = ""] = /([A-Za-z_][\w.[\]-]*):/.exec(text) ?? [];
	return [word];
}

/** A name, or a path such as `/steps/0/name`, `$.name` and `steps[0].name`. */
const PATH = /^[/#$.[]*[A-Za-z_][\w-]*([./[\]]+[\w-]+)*\]?$/;
/** The place of a rule in a JSON schema, which is no place in a body. */
const SCHEMA_PATH =
	/^#\/(\w*[pP]roperties|required|type|items|\w+Of|not|definitions|\$defs)(\/|$)/;
/** Returns the segments of a path, such as `steps`, `0` and `name` of `steps[0].name`. */
export const splitPath = (path: string): string[] =>
	path.split(/[^\w-]+/).filter((each) => each !== "");

export const isSentence = (text: string): boolean => /\s/.test(text.trim());

/** Parses a value that is a path, such as `"body.name"` or `["body", "name"]`. */
export function readPath(value: unknown): readonly string[] | undefined {
	if (typeof value === "string")
		return PATH.test(value) && !SCHEMA_PATH.test(value)
			? splitPath(value)
			: undefined;
	return Array.isArray(value) &&
		value.length > 0 &&
		value.every((each) => ["string", "number"].includes(typeof each)) &&
		!value.some((each) => isSentence(`${each}`))
		? value.map(String)
		: undefined;
}

/** Returns what is said without the accepted values before it. */
export const withoutAllowed = (text: string): string =>
	text.replace(/^"[^"]*"(, "[^"]*")+ (?=\S)/, "");

/** Whether a longer text has the words of another one, such as the sentence that says which values are accepted. */
export const isRepeated = (text: string, longer: string): boolean =>
	longer.length > text.length &&
	text.split(/\W+/).every((word) => longer.includes(word));

/** The codes by which common validators reject a value that is not one of the allowed ones. */
const ONE_OF = /^(one_?of|enum|in|inclusion|choices?)$/i;
const WORDS = /^[\w.:-]+([ ,|]+[\w.:-]+)+$/;

/**
 * Lists the values that stand beside an error, as quoted words: in an object, such as `{ allowed: ["red", "blue"] }`,
 * or beside the code `oneof`, such as `red blue`.
 */
export function listAllowed(
	entries: readonly (readonly [string, unknown])[],
): string[] {
	const quote = (items: readonly unknown[]): string =>
		items.map((item) => JSON.stringify(`${item}`)).join(", ");
	const listed = entries
		.flatMap(([, each]) => (isObject(each) ? Object.values(each) : []))
		.map((each) => (Array.isArray(each) ? quote(each) : each))
		.filter((each): each is string => typeof each === "string")
		.filter((each) => listQuoted(each).length > 1);
	const isOneOf = entries.some(([, each]) => ONE_OF.test(`${each}`));
	// Beside a list, words are a sentence.
	if (listed.length > 0 || !isOneOf) return listed;
	const lists = entries.flatMap(([, each]) =>
		typeof each === "string" && WORDS.test(each) ? [each] : [],
	);
	// A sentence repeats the words of the list.
	return lists
		.filter((each) => !lists.some((other) => isRepeated(other, each)))
		.map((each) => quote(each.split(/[ ,|]+/)));
}
