import { isObject, mapValues, valueAt } from "../values/json.ts";

/** A placeholder for a value from an earlier response of the same sequence. Each side has its own value. */
export interface Reference {
	/** The step whose response contains the value. */
	readonly $step: number;
	/**
	 * The names and indexes on the path to the value, starting with `body` or `headers`. Indexes of items count only
	 * items of the sequence.
	 */
	readonly at: readonly string[];
	/** How to change a text, so that it is a similar one. */
	readonly change?: "shorter" | "upper";
}

/** A placeholder for a text that is new in each play, so that the service may contain records of others. */
export interface Word {
	readonly $word: number;
	/** The length in code points. */
	readonly length?: number;
	readonly change?: "upper" | "lower";
	/** The text after the word, such as the domain of an email address. */
	readonly after?: string;
}

/** A request of a sequence, which may contain placeholders. A plain JSON value. */
export interface Step {
	/** Unique in the sequence. */
	readonly id: number;
	/** The operation id. */
	readonly operation: string;
	readonly path: Readonly<Record<string, unknown>>;
	readonly query: Readonly<Record<string, unknown>>;
	readonly headers: Readonly<Record<string, unknown>>;
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
	{ $word, length, change, after = "" }: Word,
	tag: string,
): string {
	const text = `Understudy-${tag}${spell($word)}${after}`;
	const sized =
		length === undefined ? text : text.slice(-length).padEnd(length, "x");
	if (change === undefined) return sized;
	return change === "upper" ? sized.toUpperCase() : sized.toLowerCase();
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

/** Returns a similar text. Returns other values unchanged. */
export function changeText(
	value: unknown,
	change: Reference["change"],
): unknown {
	const isShort = typeof value !== "string" || value.length < 2;
	if (change === undefined || isShort) return value;
	return change === "upper" ? value.toUpperCase() : value.slice(0, -1);
}

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
