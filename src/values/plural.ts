// British English, because the American list has a comma before "and".
const LIST = new Intl.ListFormat("en-GB");

/** Returns "a, b and c". */
export const formatList = (names: readonly string[]): string =>
	LIST.format(names);

/** Returns "1 difference" or "2 differences". */
export const plural = (count: number, noun: string): string =>
	`${count} ${noun}${count === 1 ? "" : "s"}`;
