import {
	createAutomaton,
	extend,
	type Form,
	type Prefix,
} from "./automaton.ts";
import { listForms, MIN_LENGTH } from "./list-forms.ts";
import {
	CUT_MARK,
	endOf,
	type Reading,
	readDeeper,
	replace,
} from "./read-escapes.ts";
import { REDACTED } from "./redact.ts";

/** Headers that contain no credentials, and whose values appear in any exchange. */
const PUBLIC = /^(accept|content-|cache-control|prefer$|user-agent$)/i;

/** The start and the end of a redacted part of a text. */
type Place = readonly [start: number, end: number];

/** Base64 has line breaks in MIME (RFC 2045 section 6.8), with the indentation of the next line. */
const BREAKS = /(?:[\r\n][ \t]*)+/g;
/** Distinguishes base64 with line breaks from most other text, including indented JSON. */
const BROKEN: RegExp = new RegExp(
	`[\\w+/-](?:[\\r\\n][ \\t]*)+[\\w+/${CUT_MARK}-]`,
);
/** Texts that may be a part of base64 with line breaks. Shorter texts have no line breaks. */
const WRAPPED = /^[\w+/-]{16,}$/;

/**
 * Up to this many starts are searched one by one, which is faster for few starts. Its time grows with their number.
 */
const MAX_STARTS = 16;

/** Returns a text in which plus signs are spaces, as in forms of URLs. */
const withoutPlus = (text: string): string => text.replaceAll("+", " ");

/** Returns a function that finds forms in a reading. */
function createSearch(forms: readonly Form[]) {
	const spelled = forms.map((form) => ({
		...form,
		text: withoutPlus(form.text),
	}));
	const starts = [
		...new Set(spelled.map(({ text }) => text.slice(0, MIN_LENGTH))),
	];
	const isFew = starts.length <= MAX_STARTS;
	let automaton: Prefix | undefined;
	return (reading: Reading): readonly Place[] => {
		const text = withoutPlus(reading.text);
		const places: Place[] = [];
		// Most texts contain none of them, which this check finds out much faster.
		if (isFew && !starts.some((start) => text.includes(start))) return places;
		automaton ??= createAutomaton(spelled);
		const empty = automaton;
		let prefix = empty;
		for (const [index, character] of text.split("").entries()) {
			const { cut } = prefix;
			const end = endOf(reading, index);
			const startOf = (length: number): number =>
				index === length ? 0 : endOf(reading, index - length - 1);
			if (character === CUT_MARK && cut > 0)
				places.push([startOf(cut), end - CUT_MARK.length]);
			prefix = extend(prefix, character, empty);
			if (prefix.form > 0) places.push([startOf(prefix.form - 1), end]);
		}
		return places;
	};
}

/** Returns a function that finds the forms in a text, also escaped, and base64 with line breaks. */
function createSearches(forms: readonly Form[]) {
	const search = createSearch(forms);
	const searchUnbroken = createSearch(
		forms.filter(({ text }) => WRAPPED.test(text)),
	);
	return (text: string): Place[] => {
		const places: Place[] = [];
		for (const reading of readDeeper(text)) {
			places.push(...search(reading));
			if (BROKEN.test(reading.text))
				places.push(...searchUnbroken(replace(reading, BREAKS, () => "")));
		}
		return places;
	};
}

/** Values of headers and parameters that are credentials. */
type Credentials = Iterable<readonly [name: string, value: string]>;

/** Redacts credentials in data. */
export type Hide = <Data>(data: Data) => Data;

/** Replaces each string of the data. Returns the same data if no string changes. */
const hideStrings =
	(hide: (text: string) => string): Hide =>
	(data) => {
		let isFound = false;
		const hidden = JSON.parse(JSON.stringify(data) ?? "null", (_, each) => {
			if (typeof each !== "string") return each;
			const left = hide(each);
			isFound ||= left !== each;
			return left;
		});
		return isFound ? hidden : data;
	};

/** Returns the forms of all credentials. */
export const listAllForms = (credentials: Credentials): Form[] =>
	[...credentials].filter(([name]) => !PUBLIC.test(name)).flatMap(listForms);

/** Returns the number of characters in all forms, which is the size of the search. */
export const sumLengths = (forms: readonly Form[]): number =>
	forms.reduce((sum, { text }) => sum + text.length, 0);

/**
 * The maximum number of these characters. With more, all text is redacted, because a search would take too much time
 * and memory.
 */
export const MAX_FORM_CHARACTERS: number = 100_000;

/**
 * Returns a function that redacts the values of these headers and parameters wherever data repeats them: as they are,
 * escaped or in base64, with or without line breaks. The function returns data without such values unchanged.
 */
export const createHider = (credentials: Credentials): Hide =>
	createHiderOf(listAllForms(credentials));

/** Returns the same function for forms that are known. */
export function createHiderOf(forms: readonly Form[]): Hide {
	if (forms.length === 0) return (data) => data;
	if (sumLengths(forms) > MAX_FORM_CHARACTERS)
		return hideStrings(() => REDACTED);
	const search = createSearches(forms);
	function hide(text: string): string {
		const places = search(text).sort(([a], [b]) => a - b);
		let shown = "";
		let from = 0;
		for (const [start, end] of places) {
			if (start >= from) shown += text.slice(from, start) + REDACTED;
			from = Math.max(from, end);
		}
		return shown + text.slice(from);
	}
	return hideStrings(hide);
}
