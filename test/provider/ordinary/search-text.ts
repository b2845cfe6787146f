/** Cannot occur in UTF-8, so that nothing is found across two texts. */
const SEPARATOR = Buffer.from([0xff]);

/** Lower case alone would keep apart the two small sigmas, which are one letter. */
const foldCase = (text: string): string => text.toLowerCase().toUpperCase();

/** What is looked for in `searchedBytes`. */
export const soughtBytes = (text: string): Buffer =>
	Buffer.from(foldCase(text));

/**
 * Texts to be searched whatever their case. As bytes, since SQLite knows the case of ASCII only, and libsql ends a text
 * at its first NUL.
 */
export const searchedBytes = (texts: readonly string[]): Buffer =>
	Buffer.concat(texts.flatMap((text) => [soughtBytes(text), SEPARATOR]));
