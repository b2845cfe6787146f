/** Marks the end of a text that was cut. The beginning of a credential before this mark is redacted, too. */
export const CUT_MARK = "…";

/** A text in which escapes were replaced by their characters. */
export interface Reading {
	readonly text: string;
	/** The end of each character in the original text; undefined for the original text itself. */
	readonly ends: Uint32Array | undefined;
}

/** Returns the end, in the original text, of the character with this index. */
export const endOf = ({ ends }: Reading, index: number): number =>
	ends ? (ends[index] ?? 0) : index + 1;

/** The characters that HTML names in templates of servers: the punctuation of ASCII, and the spaces. */
const ENTITIES: Readonly<Record<string, string>> = {
	...{ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: "\xa0" },
	...{ plus: "+", sol: "/", equals: "=", colon: ":", semi: ";", comma: "," },
	...{ period: ".", excl: "!", num: "#", dollar: "$", percnt: "%", lpar: "(" },
	...{ rpar: ")", ast: "*", midast: "*", quest: "?", commat: "@", lsqb: "[" },
	...{ lbrack: "[", bsol: "\\", rsqb: "]", rbrack: "]", hat: "^", grave: "`" },
	...{ lowbar: "_", underbar: "_", lcub: "{", lbrace: "{", verbar: "|" },
	...{ vert: "|", verticalline: "|", rcub: "}", rbrace: "}", tab: "\t" },
	newline: "\n",
};
const CONTROLS: Readonly<Record<string, string>> = {
	...{ n: "\n", r: "\r", t: "\t" },
};

/**
 * Matches an escape of URLs, JavaScript and JSON, or HTML, and what is dropped: other backslashes, and NUL, which
 * UTF-16 that was read as UTF-8 has beside each character. A cut may leave only a part of an escape.
 */
const ESCAPE: RegExp = new RegExp(
	[
		`(?:\\\\+(?:u\\{?[\\da-f]{0,5}|x[\\da-f]?)?|%[\\da-f]?|&#?[\\da-z]{0,12})${CUT_MARK}`,
		"(?:%|\\\\+x|\\\\+u00)([\\da-f]{2})",
		"\\\\+u([\\da-f]{4})",
		"(?:\\\\+u\\{|&#x)([\\da-f]{1,6})[};]",
		"&#(\\d{1,7});",
		`&(${Object.keys(ENTITIES).join("|")});`,
		"\\\\+([nrt]?)",
		"\0",
	].join("|"),
	"gi",
);

function toCharacter(code: number): string {
	return code <= 0x10_ff_ff ? String.fromCodePoint(code) : "";
}

/** @param parts the match of an escape */
function readEscape([
	written = "",
	...[byte, unit, hex, decimal, name, control]
]: readonly (string | undefined)[]): string {
	const code = byte ?? unit ?? hex;
	if (code !== undefined) return toCharacter(Number.parseInt(code, 16));
	if (decimal !== undefined) return toCharacter(Number(decimal));
	if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? "";
	if (control !== undefined) return CONTROLS[control.toLowerCase()] ?? control;
	return written.endsWith(CUT_MARK) ? CUT_MARK : "";
}

/** Replaces each match of a pattern. Keeps the position of each character in the original text. */
export function replace(
	reading: Reading,
	pattern: RegExp,
	read: (match: readonly (string | undefined)[]) => string,
): Reading {
	const { text } = reading;
	const ends = new Uint32Array(text.length);
	let plain = "";
	let from = 0;
	function copy(to: number): void {
		for (let index = from; index < to; index++)
			ends[plain.length + index - from] = endOf(reading, index);
		plain += text.slice(from, to);
	}
	for (const match of text.matchAll(pattern)) {
		copy(match.index);
		from = match.index + match[0].length;
		const end = endOf(reading, from - 1);
		const character = read(match);
		ends.fill(end, plain.length, plain.length + character.length);
		plain += character;
	}
	if (from === 0) return reading;
	copy(text.length);
	return { text: plain, ends };
}

/** The maximum number of escapes within each other. */
const MAX_DEPTH = 6;

/**
 * Reads a text, then the same text without its escapes, without the escapes within these, and so on. Whoever looks for
 * a value with escapes of its own must look for each reading of it.
 */
export function* readDeeper(text: string): Generator<Reading> {
	let reading: Reading = { text, ends: undefined };
	yield reading;
	for (let depth = 0; depth < MAX_DEPTH; depth++) {
		const next = replace(reading, ESCAPE, readEscape);
		if (next === reading) return;
		reading = next;
		yield reading;
	}
}
