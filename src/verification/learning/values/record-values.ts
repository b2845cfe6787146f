import { isObject } from "../../../values/json.ts";
import { isTime } from "../../../values/read-time.ts";
import { UUID } from "./guess-values.ts";

const MAX_DEPTH = 3;
/** Part of the texts that checks write. */
export const WRITTEN = "understudy";

/** A text that may be one of a few that a service knows. */
const WORD = /^[A-Za-z][A-Za-z0-9]*([._:-][A-Za-z0-9]+)*$/;
const MAX_WORD = 30;

export const mayBeWord = (value: unknown): value is string =>
	typeof value === "string" && value.length <= MAX_WORD && WORD.test(value);

const MAX_STATE = 20;

/** Whether a text may be the word of a state or an event. A longer one may be an id. */
export const mayBeState = (value: unknown): value is string =>
	mayBeWord(value) &&
	mayBeId(value) &&
	value.length <= MAX_STATE &&
	!/\d/.test(value);

/** Returns the values of a name in a value, at any depth. */
export const listNamed = (value: unknown, name: string): unknown[] =>
	typeof value === "object" && value !== null
		? Object.entries(value).flatMap(([each, inner]) => [
				...(each === name ? [inner] : []),
				...listNamed(inner, name),
			])
		: [];

export type Values = Readonly<Record<string, unknown>>;

/** Returns the values of an object by path, such as `id` and `_links.self.href`. */
export function listLeaves(
	value: Values,
	depth = 0,
): [path: string, leaf: unknown][] {
	return Object.entries(value).flatMap(([name, inner]) =>
		isObject(inner) && depth < MAX_DEPTH
			? listLeaves(inner, depth + 1).map(([path, leaf]): [string, unknown] => [
					`${name}.${path}`,
					leaf,
				])
			: [[name, inner]],
	);
}

/**
 * Lists the texts, numbers and booleans in a body, with their names, whether they belong to an item of several, and the
 * name of the object that has them, if it is not the body.
 */
export const listNamedLeaves = (
	value: unknown,
	name = "",
	isOfItem = false,
	owner = "",
): [name: string, leaf: unknown, isOfItem: boolean, owner: string][] =>
	typeof value === "object" && value !== null
		? Object.entries(value).flatMap(([each, inner]) =>
				Array.isArray(value)
					? listNamedLeaves(inner, name, isOfItem || isObject(inner))
					: listNamedLeaves(inner, each, isOfItem, name),
			)
		: [[name, value, isOfItem, owner]];

/** Lists the texts, numbers and booleans in a body. */
export const listSent = (value: unknown): unknown[] =>
	listNamedLeaves(value).map(([, leaf]) => leaf);

export const mayBeId = (value: unknown): boolean =>
	(typeof value === "number" && Number.isInteger(value)) ||
	(typeof value === "string" &&
		/^[^\s]+$/.test(value) &&
		!isTime(value) &&
		!value.toLowerCase().includes(WRITTEN));

/** Returns the values that tell the first of several records from the others, except for times and written texts. */
export function listIds(records: readonly Values[]): unknown[] {
	const [first, ...others] = records.map((each) => new Map(listLeaves(each)));
	if (!first || others.length === 0) return [];
	return [...first].flatMap(([path, value]) =>
		mayBeId(value) && others.every((other) => other.get(path) !== value)
			? [value]
			: [],
	);
}

const MIN_ID_LENGTH = 12;

/** Returns an id of the same form that no record has; undefined if the value is probably no id. */
export function changeId(like: unknown): string | undefined {
	const isId =
		typeof like === "string" &&
		(UUID.test(like) || (like.length >= MIN_ID_LENGTH && /\d/.test(like)));
	if (!isId) return undefined;
	const end = like
		.slice(-MIN_ID_LENGTH)
		.replaceAll(/\d/g, (digit) => `${(Number(digit) + 1) % 10}`);
	return like.slice(0, -MIN_ID_LENGTH) + end;
}

/** Returns a number as a text too, and digits as a number. */
export const listForms = (id: unknown): unknown[] =>
	typeof id === "number"
		? [id, `${id}`]
		: /^\d{1,15}$/.test(`${id}`)
			? [id, Number(id)]
			: [id];

/** Returns the name of one of the records of a path. */
export const nounOf = (path: string): string =>
	path.split("/").at(-1)?.replace(/s$/, "").toLowerCase() ?? "";

/** Whether a text names the records of a path. */
export function isNamed(path: string, text: string): boolean {
	const noun = nounOf(path);
	return noun !== "" && text.toLowerCase().includes(noun);
}
