import {
	createAutomaton,
	extend,
	type Form,
	type Prefix,
} from "./automaton.ts";
import {
	CUT_MARK,
	endOf,
	type Reading,
	readDeeper,
	replace,
} from "./read-escapes.ts";
import { REDACTED } from "./redact.ts";

/** The minimum length of a value. A shorter text would be redacted wherever it appears by chance. */
const MIN_LENGTH = 4;
/** The minimum length of a cookie, and of a part of a value. Shorter ones are rarely credentials. */
const MIN_PART_LENGTH = 8;
/** The authentication scheme of a value, such as `Bearer`. */
const SCHEME = /^[\w-]+[ \t]+(?=\S+$)/;
/** A parameter of a scheme, such as `Digest response="…"`, or a cookie. */
const PARAMETER = /(?:^|[\s,;])[\w-]+=(?:"([^"]*)"|([^\s,;"]+))/g;
/** Two digits that a percent sign before the value turns into an escape, as in `100%ab…`. */
const BYTE = /^[\da-f]{2}/i;
const BASE64 = /^(?:[a-z\d+/]{4})*(?:[a-z\d+/]{2}(?:==)?|[a-z\d+/]{3}=?)?$/i;

/**
 * Returns a text with one character for each byte of its UTF-8. Node reads headers in this form, and URLs encode
 * characters in it.
 */
const toBytes = (text: string): string =>
	Array.from(new TextEncoder().encode(text), (byte) =>
		String.fromCharCode(byte),
	).join("");

/**
 * Returns base64 without padding, with the letters of both alphabets (RFC 4648 sections 4 and 5). In base64 of a longer
 * text, the last character may have bits of the next byte, so the base64 is also returned without it.
 */
function toBase64(text: string): string[] {
	const base64 = btoa(toBytes(text));
	return [/=/g, /.=+/].flatMap((end) => {
		const form = base64.replace(end, "");
		return [form, form.replaceAll("+", "-").replaceAll("/", "_")];
	});
}

/** Reads base64 in either alphabet. */
function fromBase64(given: string): string {
	const text = given.replaceAll("-", "+").replaceAll("_", "/");
	if (!BASE64.test(text)) return "";
	const bytes = Uint8Array.from(atob(text), (each) => each.charCodeAt(0));
	return new TextDecoder().decode(bytes);
}

/** Returns the parts of a header's value that are secret by themselves. */
function listParts(name: string, value: string): string[] {
	const pair = /^basic\s/i.test(value)
		? fromBase64(value.replace(SCHEME, ""))
		: "";
	const cookies = /^cookie$/i.test(name) ? value.split(/; */) : [];
	// A header that was sent twice has its values joined.
	const values = value.split(", ");
	const parts = [
		...cookies.map((each) => each.slice(each.indexOf("=") + 1)),
		...(values.length > 1 ? values : []).map((each) =>
			each.replace(SCHEME, ""),
		),
		...Array.from(
			value.matchAll(PARAMETER),
			([, quoted, plain]) => quoted ?? plain ?? "",
		),
	];
	return [
		...[pair, ...pair.split(/:(.*)/s)],
		...parts.filter(({ length }) => length >= MIN_PART_LENGTH),
	];
}

/**
 * Returns the forms in which a value may be repeated: the whole value, the value without its scheme, its parts, base64
 * of each, and all of these without the escapes in them.
 */
function listForms([name, value]: readonly [string, string]): Form[] {
	const [scheme = ""] = SCHEME.exec(value) ?? [];
	const read = (text: string): string[] =>
		Array.from(readDeeper(text), (reading) => reading.text);
	const plain = [value.slice(scheme.length), ...listParts(name, value)]
		.flatMap(read)
		.filter(({ length }) => length >= MIN_LENGTH);
	const encoded = [value, ...plain]
		.filter(({ length }) => length >= MIN_LENGTH)
		.flatMap(toBase64);
	const all = [...plain, ...plain.map(toBytes), ...encoded];
	const rests = all
		.map((text) => text.replace(BYTE, ""))
		.filter(({ length }) => length >= MIN_PART_LENGTH);
	const forms = Array.from(new Set([...all, ...rests]), (text) => ({
		text,
		minLength: MIN_LENGTH,
	}));
	// The name of a scheme alone is not secret.
	const minLength = scheme.length + MIN_LENGTH;
	const whole = read(value).map((text) => ({ text, minLength }));
	return [...whole, ...forms].filter(({ text }) => text.length >= MIN_LENGTH);
}

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
