/** Does not occur in UTF-8, so that no match spans two texts. */
const SEPARATOR = Buffer.from([0xff]);

/** Converts to upper case first, because the two lower-case sigmas are one letter. */
const foldCase = (text: string): string => text.toLowerCase().toUpperCase();

/** Returns the bytes to search for in `searchedBytes`. */
export const soughtBytes = (text: string): Buffer =>
	Buffer.from(foldCase(text));

/**
 * Returns the texts to search, ignoring case. As bytes, because SQLite knows the case of ASCII only and libsql ends a
 * text at its first NUL.
 */
export const searchedBytes = (texts: readonly string[]): Buffer =>
	Buffer.concat(texts.flatMap((text) => [soughtBytes(text), SEPARATOR]));
