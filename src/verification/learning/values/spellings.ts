export const capitalize = (word: string): string =>
	word.charAt(0).toUpperCase() + word.slice(1);

/** Spellings of names: `page_count`, `pageCount`, `PageCount`, `page-count`. */
export const SPELLINGS: readonly ((words: readonly string[]) => string)[] = [
	(words) => words.join("_"),
	([first = "", ...others]) => first + others.map(capitalize).join(""),
	(words) => words.map(capitalize).join(""),
	(words) => words.join("-"),
];

/** Returns the words of a name in lower case. */
export const listWords = (name: string): string[] =>
	(name.match(/[A-Z]?[a-z0-9]+|[A-Z]+/g) ?? []).map((each) =>
		each.toLowerCase(),
	);
