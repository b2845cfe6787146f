import {
	createAutomaton,
	extend,
	type Form,
	type Prefix,
} from "./automaton.ts";
import { REDACTED } from "./redact.ts";

/** Headers that contain no credentials, and whose values appear in any exchange. */
const PUBLIC = /^(accept|content-|cache-control|prefer$|user-agent$)/i;
/** The minimum length of a value. A shorter text would be redacted wherever it appears by chance. */
const MIN_LENGTH = 4;
/** The minimum length of a cookie, and of a part of a value. Shorter ones are rarely credentials. */
const MIN_PART_LENGTH = 8;
/** The authentication scheme of a value, such as `Bearer`. */
const SCHEME = /^[\w-]+ +(?=\S+$)/;
const BASE64 = /^(?:[a-z\d+/]{4})*(?:[a-z\d+/]{2}(?:==)?|[a-z\d+/]{3}=?)?$/i;

/** Marks the end of a text that was cut. The beginning of a credential before this mark is redacted, too. */
export const CUT_MARK = "…";
/** The characters that HTML names in templates of servers. */
const ENTITIES: Readonly<Record<string, string>> = {
	amp: "&",
	lt: "<",
	gt: ">",
	quot: '"',
	apos: "'",
};
const NAMES = Object.keys(ENTITIES).join("|");
/**
 * Returns a pattern for one character in any spelling of JSON, URLs and HTML. A cut may leave only a part of an escape.
 */
const createCharacter = (percent: string): string =>
	`(?:(?:\\\\+(?:u[\\da-f]{0,3})?|%(?:25)?[\\da-f]?|&#?[\\da-z]{0,6})?${CUT_MARK}|${percent}([\\da-f]{2})|\\\\+u([\\da-f]{4})|&#x([\\da-f]{1,6});|&#(\\d{1,7});|&(${NAMES});|\\\\+|[^])`;

/** Characters that are percent-encoded once or twice, in HTML, in JSON or in a JSON string within JSON. */
const CHARACTERS: readonly RegExp[] = ["%", "%25"].map(
	(percent) => new RegExp(createCharacter(percent), "gi"),
);

/** Line breaks in base64 of MIME (RFC 2045 section 6.8), also escaped, with the indentation of the next line. */
const BREAKS = "(?:(?:[\\r\\n]|\\\\+[rn]|(?:\\\\+u00|%(?:25)?)0[ad])[ \\t]*)";
/** Characters together with the line breaks before them. */
const UNBROKEN: RegExp = new RegExp(
	`${BREAKS}*${createCharacter("%(?:25)?")}`,
	"gi",
);
/** Distinguishes base64 with line breaks from most other text, including indented JSON. */
const BROKEN: RegExp = new RegExp(
	`[\\w+/-]${BREAKS}+[\\w+/%\\\\${CUT_MARK}-]`,
	"i",
);
/** Texts that may be a part of base64 with line breaks. Shorter texts have no line breaks. */
const WRAPPED = /^[\w+/-]{16,}$/;

/**
 * Returns a text with one character for each byte of its UTF-8. Node reads headers in this form, and URLs encode
 * characters in it.
 */
const toBytes = (text: string): string =>
	Array.from(new TextEncoder().encode(text), (byte) =>
		String.fromCharCode(byte),
	).join("");

const toBase64 = (text: string): string => btoa(toBytes(text));

function fromBase64(text: string): string {
	if (!BASE64.test(text)) return "";
	const bytes = Uint8Array.from(atob(text), (each) => each.charCodeAt(0));
	return new TextDecoder().decode(bytes);
}

/** Returns the parts of a header's value that are secret by themselves. */
function listParts(name: string, value: string): string[] {
	const pair = /^basic /i.test(value)
		? fromBase64(value.replace(SCHEME, ""))
		: "";
	const colon = pair.indexOf(":");
	const cookies = /^cookie$/i.test(name) ? value.split(/; */) : [];
	// A header that was sent twice has its values joined, and some schemes have parameters: `Digest response="…"`.
	const values = value.split(", ");
	const parts = [
		...cookies.map((each) => each.slice(each.indexOf("=") + 1)),
		...(values.length > 1 ? values : []),
		...Array.from(value.matchAll(/"([^"]*)"/g), ([, quoted = ""]) => quoted),
	];
	return [
		...[pair, pair.slice(0, Math.max(colon, 0)), pair.slice(colon + 1)],
		...parts.filter(({ length }) => length >= MIN_PART_LENGTH),
	];
}

/**
 * Returns the forms in which a value may be repeated: the whole value, the value without its scheme, its parts, and
 * base64 of each.
 */
function listForms([name, value]: readonly [string, string]): Form[] {
	const [scheme = ""] = SCHEME.exec(value) ?? [];
	const plain = [value.slice(scheme.length), ...listParts(name, value)].filter(
		({ length }) => length >= MIN_LENGTH,
	);
	const encoded = [value, ...plain].flatMap((text) => {
		if (text.length < MIN_LENGTH) return [];
		const base64 = toBase64(text).replace(/=+$/, "");
		return [base64, base64.replaceAll("+", "-").replaceAll("/", "_")];
	});
	const forms = [...plain, ...plain.map(toBytes), ...encoded].map((text) => ({
		text,
		minLength: MIN_LENGTH,
	}));
	// The name of a scheme alone is not secret.
	const whole = { text: value, minLength: scheme.length + MIN_LENGTH };
	return [whole, ...forms].filter(({ text }) => text.length >= MIN_LENGTH);
}

/** A text without its escapes. */
interface Reading {
	readonly text: string;
	/** Returns the end, in the original text, of the character with this index. */
	endOf(index: number): number;
}

const readPlain = (text: string): Reading => ({
	text,
	endOf: (index) => index + 1,
});

/** @param escapes the parts of an escape in a URL, in JSON, and in the three forms of HTML */
function readCharacter(
	written: string,
	[inUrl, inJson, hex, decimal, name]: readonly (string | undefined)[],
): string {
	if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? "";
	if (decimal !== undefined) return String.fromCharCode(Number(decimal));
	const code = inUrl ?? inJson ?? hex;
	return code === undefined
		? (written.at(-1) ?? "")
		: String.fromCharCode(Number.parseInt(code, 16));
}

/** Reads a text without escapes: drops backslashes and NUL, and turns plus signs into spaces, as in forms of URLs. */
function readEscaped(text: string, characters: RegExp): Reading {
	const ends: number[] = [];
	let end = 0;
	let plain = "";
	for (const [written, ...escapes] of text.matchAll(characters)) {
		end += written.length;
		const character = readCharacter(written, escapes);
		// UTF-16 that was read as UTF-8 has a NUL beside each character.
		if (character === "\\" || character === "\0") continue;
		plain += character === "+" ? " " : character;
		ends.push(end);
	}
	return { text: plain, endOf: (index) => ends[index] ?? 0 };
}

/** The start and the end of a redacted part of a text. */
type Place = readonly [start: number, end: number];

/**
 * Up to this many starts are searched one by one, which is faster for few starts. Its time grows with their number.
 */
const MAX_STARTS = 16;

/**
 * Returns a function that finds forms in a text.
 * @param read reads the text without its escapes
 * @param spell returns the spelling of a form in that reading
 */
function createSearch(
	forms: readonly Form[],
	read: (text: string) => Reading,
	spell: (text: string) => readonly string[],
): (text: string) => readonly Place[] {
	const spelled = forms
		.flatMap((form) => spell(form.text).map((text) => ({ ...form, text })))
		.filter(({ text }) => text.length >= MIN_LENGTH);
	const starts = [
		...new Set(spelled.map(({ text }) => text.slice(0, MIN_LENGTH))),
	];
	const isFew = starts.length <= MAX_STARTS;
	let automaton: Prefix | undefined;
	return (written) => {
		const { text, endOf } = read(written);
		const places: Place[] = [];
		// Most texts contain none of them, which this check finds out much faster.
		if (isFew && !starts.some((start) => text.includes(start))) return places;
		automaton ??= createAutomaton(spelled);
		const empty = automaton;
		let prefix = empty;
		for (const [index, character] of text.split("").entries()) {
			const { cut } = prefix;
			const end = endOf(index);
			if (character === CUT_MARK && cut > 0)
				places.push([endOf(index - cut - 1), end - CUT_MARK.length]);
			prefix = extend(prefix, character, empty);
			if (prefix.form > 0) places.push([endOf(index - prefix.form), end]);
		}
		return places;
	};
}

/**
 * Returns functions that find the forms in a text: in the text itself, without each kind of escape, and without line
 * breaks.
 */
const createSearches = (forms: readonly Form[]) => ({
	plain: createSearch(forms, readPlain, (text) => [text]),
	escaped: CHARACTERS.map((characters) => {
		const read = (text: string) => readEscaped(text, characters);
		// A value may itself look like an escape sequence.
		return createSearch(forms, read, (text) => [
			text.replace(/\\/g, "").replaceAll("+", " "),
			read(text).text,
		]);
	}),
	broken: createSearch(
		forms.filter(({ text }) => WRAPPED.test(text)),
		(text) => readEscaped(text, UNBROKEN),
		(text) => [text.replaceAll("+", " ")],
	),
});

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
const listAllForms = (credentials: Credentials): Form[] =>
	[...credentials].filter(([name]) => !PUBLIC.test(name)).flatMap(listForms);

const sumLengths = (forms: readonly Form[]): number =>
	forms.reduce((sum, { text }) => sum + text.length, 0);

/** Returns the number of characters in all forms of the credentials, which is the size of the search. */
export const countFormCharacters = (credentials: Credentials): number =>
	sumLengths(listAllForms(credentials));

/**
 * The maximum number of these characters. With more, all text is redacted, because a search would take too much time
 * and memory.
 */
export const MAX_FORM_CHARACTERS: number = 100_000;

/**
 * Returns a function that redacts the values of these headers and parameters wherever data repeats them: as they are,
 * escaped or in base64, with or without line breaks. The function returns data without such values unchanged.
 */
export function createHider(credentials: Credentials): Hide {
	const forms = listAllForms(credentials);
	if (forms.length === 0) return (data) => data;
	if (sumLengths(forms) > MAX_FORM_CHARACTERS)
		return hideStrings(() => REDACTED);
	const { plain, escaped, broken } = createSearches(forms);
	function hide(text: string): string {
		const searches = [
			plain,
			...(/[%+&\\\0]/.test(text) ? escaped : []),
			...(BROKEN.test(text) ? [broken] : []),
		];
		const places = searches
			.flatMap((search) => search(text))
			.sort(([a], [b]) => a - b);
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
