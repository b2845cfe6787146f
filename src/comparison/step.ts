import { isObject, mapValues, valueAt } from "../values/json.ts";

/** Stands for a value of an earlier response of the same sequence. Each side has its own. */
export interface Reference {
	/** The step whose response has the value. */
	readonly $step: number;
	/** The names and indexes that lead to it, which begin with `body` or `headers`. Items of a page count only those of the sequence. */
	readonly at: readonly string[];
}

/** Stands for a text that is new in each play, so that a service without records of its own is not required. */
export interface Word {
	readonly $word: number;
	/** In code points. */
	readonly length?: number;
	readonly change?: "upper" | "lower";
}

/** A request of a sequence, in which some values stand for others. A plain JSON value. */
export interface Step {
	/** Unique in the sequence. */
	readonly id: number;
	/** The operation id. */
	readonly operation: string;
	readonly path: Readonly<Record<string, unknown>>;
	readonly query: Readonly<Record<string, unknown>>;
	readonly headers: Readonly<Record<string, unknown>>;
	/** Undefined without a body. */
	readonly body?: unknown;
}

/** What a side has received for a step. */
export interface Seen {
	readonly headers: Readonly<Record<string, string>>;
	/** In the documented form, and with only the items that the sequence has caused. */
	readonly body: unknown;
}

/** A step refers to a value that its side has not. */
export class Unfillable extends Error {}

export const isReference = (value: unknown): value is Reference =>
	isObject(value) && "$step" in value && "at" in value;

const isWord = (value: unknown): value is Word =>
	isObject(value) && "$word" in value;

/** Lists the references in a value. */
export function listReferences(value: unknown): Reference[] {
	if (isReference(value)) return [value];
	return typeof value === "object" && value !== null
		? Object.values(value).flatMap(listReferences)
		: [];
}

/** Returns the value with others in the place of references. */
export function mapReferences(
	value: unknown,
	map: (reference: Reference) => unknown,
): unknown {
	if (isReference(value)) return map(value);
	if (Array.isArray(value))
		return value.map((each) => mapReferences(each, map));
	return isObject(value)
		? mapValues(value, (each) => mapReferences(each, map))
		: value;
}

/** How long the part of a word is that no other word has. */
const LETTERS = "abcdefghijklmnopqrstuvwxyz";
const OWN_LENGTH = 3;

const spell = (number: number): string =>
	Array.from(
		{ length: OWN_LENGTH },
		(_, index) => LETTERS[Math.floor(number / 26 ** index) % 26],
	).join("");

/** Returns the text that a word stands for. */
function writeWord({ $word, length, change }: Word, tag: string): string {
	const text = `Understudy-${tag}${spell($word)}`;
	const sized =
		length === undefined ? text : text.slice(-length).padEnd(length, "x");
	if (change === undefined) return sized;
	return change === "upper" ? sized.toUpperCase() : sized.toLowerCase();
}

/** What one side puts in the place of references and words. */
export interface Filling {
	/** Letters that all words of the play have, and no others. */
	readonly tag: string;
	readonly seen: ReadonlyMap<number, Seen>;
}

/**
 * Returns the value as one side sends it.
 * @throws Unfillable
 */
export function fill(value: unknown, { tag, seen }: Filling): unknown {
	if (isWord(value)) return writeWord(value, tag);
	if (isReference(value)) {
		const found = valueAt(seen.get(value.$step), ...value.at);
		if (found === undefined || found === null) throw new Unfillable();
		return found;
	}
	if (Array.isArray(value))
		return value.map((each) => fill(each, { tag, seen }));
	return isObject(value)
		? mapValues(value, (each) => fill(each, { tag, seen }))
		: value;
}

/** Returns letters for the words of one play. */
export const createTag = (random: () => number): string =>
	Array.from(
		{ length: 8 },
		() => LETTERS[Math.floor(random() * LETTERS.length)],
	).join("");
