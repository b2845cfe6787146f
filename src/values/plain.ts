/** Characters that could move the cursor of a terminal, or reverse or hide text. Responses may contain them. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

const NAMES: Readonly<Record<string, string>> = {
	"\n": "\\n",
	"\r": "\\r",
	"\t": "\\t",
};

const visible = (character: string): string =>
	NAMES[character] ??
	`\\u{${(character.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}}`;

/** Matches most texts, in a tenth of the time of Unicode properties. */
const PRINTABLE_ASCII = /^[ -~]*$/;

/** Returns the text on one line, with control characters escaped. */
export const plain = (text: string): string =>
	PRINTABLE_ASCII.test(text) ? text : text.replace(UNSAFE, visible);

/** Escapes the control characters of each line. */
export const plainLines = (text: string): string =>
	text.split("\n").map(plain).join("\n");

/** Matches a style of a terminal, such as bold. */
const STYLE = new RegExp(`(${String.fromCharCode(27)}\\[\\d{1,2}m)`);

/** Escapes the control characters of each line, but not styles. */
export const styledLines = (text: string): string =>
	text
		.split(STYLE)
		.map((part, index) => (index % 2 === 1 ? part : plainLines(part)))
		.join("");
