import { isObject, mapValues, type Values, valueAt } from "../values/json.ts";

const TIME = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:[0-5]\d)(\.\d+)?(Z|[+-]\d\d:\d\d)$/i;
const [OFFSET, OFFSET_MS] = ["+05:30", 19_800_000];

const cutLast = (text: string): string => [...text].slice(0, -1).join("");

/** The length of the last part of a word, which no other word has. */
const PART_LENGTH = 7;

/** The name of a change that turns a text into a similar one. */
export type Change =
	| ("upper" | "lower" | "shorter" | "part" | "spaced")
	| ("underscore" | "percent" | "dot" | "star" | "zone");

const CHANGES: Readonly<Record<Change, (text: string) => string>> = {
	upper: (text) => text.toUpperCase(),
	lower: (text) => text.toLowerCase(),
	shorter: cutLast,
	part: (text) => [...text].slice(-PART_LENGTH).join(""),
	spaced: (text) => `${text} `,
	// Signs that stand for any character in patterns.
	underscore: (text) => `${cutLast(text)}_`,
	percent: (text) => `${cutLast(text)}%`,
	dot: (text) => `${cutLast(text)}.`,
	star: (text) => `${cutLast(text)}*`,
	/** The same time in another time zone. */
	zone: (text) =>
		text.replace(TIME, (_, time: string, fraction = "", zone: string) => {
			const local = new Date(Date.parse(`${time}${zone}`) + OFFSET_MS);
			return `${local.toISOString().slice(0, time.length)}${fraction}${OFFSET}`;
		}),
};

/** A placeholder for a value from an earlier response of the same sequence. Each side has its own value. */
export interface Reference {
	/** The step whose response contains the value. */
	readonly $step: number;
	/**
	 * The names and indexes on the path to the value, starting with `body` or `headers`. Indexes of items count only
	 * items of the sequence.
	 */
	readonly at: readonly string[];
	readonly change?: Change;
}

/** A placeholder for a text that is new in each play, so that the service may contain records of others. */
export interface Word {
	readonly $word: number;
	/** The length in code points. The end of a longer text is used; a shorter text is filled with `after`. */
	readonly length?: number;
	readonly before?: string;
	/** The text after the word, such as the domain of an email address. */
	readonly after?: string;
	readonly change?: Change;
}

/** A request of a sequence, which may contain placeholders. A plain JSON value. */
export interface Step {
	/** Unique in the sequence. */
	readonly id: number;
	/** The operation id. */
	readonly operation: string;
	readonly path: Values;
	readonly query: Values;
	readonly headers: Values;
	/** Undefined if there is no body. */
	readonly body?: unknown;
}

/** The response of a side to a step. */
export interface Seen {
	readonly headers: Readonly<Record<string, string>>;
	/** The body in the documented form, with only the items that the sequence has caused. */
	readonly body: unknown;
}

/** Thrown if a step refers to a value that its side does not have. */
export class Unfillable extends Error {}

export const isReference = (value: unknown): value is Reference =>
	isObject(value) && "$step" in value && "at" in value;

const isWord = (value: unknown): value is Word =>
	isObject(value) && "$word" in value;

/** Returns the value with each placeholder replaced. */
export function mapPlaceholders(
	value: unknown,
	map: (placeholder: Reference | Word) => unknown,
): unknown {
	if (isReference(value) || isWord(value)) return map(value);
	if (Array.isArray(value))
		return value.map((each) => mapPlaceholders(each, map));
	return isObject(value)
		? mapValues(value, (each) => mapPlaceholders(each, map))
		: value;
}

/** Lists the references of a step. */
export function listReferences(step: Step): Reference[] {
	const found: Reference[] = [];
	mapPlaceholders({ ...step }, (each) => {
		if (isReference(each)) found.push(each);
	});
	return found;
}

/** The letters that spell the unique part of a word. */
const LETTERS = "abcdefghijklmnopqrstuvwxyz";
const OWN_LENGTH = 3;

const spell = (number: number): string =>
	Array.from(
		{ length: OWN_LENGTH },
		(_, index) => LETTERS[Math.floor(number / 26 ** index) % 26],
	).join("");

/** Returns the text for a word. */
function writeWord(
	{ $word, length, before = "", after = "", change }: Word,
	tag: string,
): string {
	const letters = [...`${before}Understudy-${tag}${spell($word)}${after}`];
	const size = length ?? letters.length;
	const filling = (after || "x").repeat(Math.max(size - letters.length, 0));
	const sized =
		letters.length > size
			? letters.slice(letters.length - size)
			: [...letters, ...filling].slice(0, size);
	return changeText(sized.join(""), change);
}

const [FIRST_TAG, LAST_TAG] = ["aaaaaaaa", "zzzzzzzz"];

/** Forms of words, for texts with a pattern. */
const FORMS: readonly Omit<Word, "$word">[] = [
	{},
	{ change: "lower" },
	{ length: FIRST_TAG.length + OWN_LENGTH },
	{ length: FIRST_TAG.length + OWN_LENGTH, change: "upper" },
];

/** Returns the first form whose words are valid; undefined if no form fits. */
export const findWordForm = (
	isValid: (text: string) => boolean,
	forms: readonly Omit<Word, "$word">[] = FORMS,
): Omit<Word, "$word"> | undefined =>
	forms.find((form) =>
		[FIRST_TAG, LAST_TAG].every((tag) =>
			isValid(writeWord({ $word: 0, ...form }, tag)),
		),
	);

/** Returns a similar text. Returns other values, and texts that are too short, unchanged. */
export const changeText = <Value>(
	value: Value,
	change: Change | undefined,
): Value | string =>
	typeof value === "string" && value.length > 1 && change !== undefined
		? CHANGES[change](value)
		: value;

/** The values with which one side replaces placeholders. */
export interface Filling {
	/** Letters that all words of the play contain, and that no other words contain. */
	readonly tag: string;
	readonly seen: ReadonlyMap<number, Seen>;
}

/**
 * Returns the value with the placeholders of one side replaced.
 * @throws Unfillable if a value is missing
 */
export const fill = (value: unknown, { tag, seen }: Filling): unknown =>
	mapPlaceholders(value, (each) => {
		if (isWord(each)) return writeWord(each, tag);
		const found = valueAt(seen.get(each.$step), ...each.at);
		if (found === undefined || found === null) throw new Unfillable();
		return changeText(found, each.change);
	});

/** Returns the letters that the words of one play contain. */
export const createTag = (random: () => number): string =>
	Array.from(
		{ length: 8 },
		() => LETTERS[Math.floor(random() * LETTERS.length)],
	).join("");
