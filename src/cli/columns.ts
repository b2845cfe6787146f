/** What a provider answered may hold what moves a terminal's cursor or turns its text around. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

const NAMES: Readonly<Record<string, string>> = {
	"\n": "\\n",
	"\r": "\\r",
	"\t": "\\t",
};

const visible = (character: string): string =>
	NAMES[character] ??
	`\\u{${(character.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}}`;

/** On one line, however long, and harmless. */
export const plain = (text: string): string => text.replace(UNSAFE, visible);

/** At most so many characters, the last of which tells that there were more. */
export function cut(text: string, width: number): string {
	const characters = [...plain(text)];
	return characters.length <= width
		? characters.join("")
		: `${characters.slice(0, Math.max(width - 1, 0)).join("")}…`;
}

/** Exactly so many characters. */
export function column(text: string, width: number): string {
	const shown = cut(text, width);
	return shown + " ".repeat(width - [...shown].length);
}

/** Words on lines of at most so many characters. */
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
