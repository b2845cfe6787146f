/** Characters that could move the cursor of a terminal or reverse its text. A response may contain them. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

const NAMES: Readonly<Record<string, string>> = {
	"\n": "\\n",
	"\r": "\\r",
	"\t": "\\t",
};

const visible = (character: string): string =>
	NAMES[character] ??
	`\\u{${(character.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}}`;

/** Returns the text on one line, with control characters escaped. */
export const plain = (text: string): string => text.replace(UNSAFE, visible);

/** Cuts the text to a number of characters; an ellipsis shows that it was cut. */
export function cut(text: string, width: number): string {
	const characters = [...plain(text)];
	return characters.length <= width
		? characters.join("")
		: `${characters.slice(0, Math.max(width - 1, 0)).join("")}…`;
}

/** Cuts or pads the text to a number of characters. */
export function column(text: string, width: number): string {
	const shown = cut(text, width);
	// Without a terminal, there is no width to fill.
	return Number.isFinite(width)
		? shown + " ".repeat(width - [...shown].length)
		: shown;
}

/** Joins words to lines of at most `width` characters. */
export function wrap(words: readonly string[], width: number): string[] {
	const lines: string[] = [];
	for (const word of words) {
		const last = lines.at(-1);
		if (last !== undefined && last.length + 1 + word.length <= width)
			lines[lines.length - 1] = `${last} ${word}`;
		else lines.push(word);
	}
	return lines;
}
