/** Returns a count with its noun: `1 test`, `2 tests`. */
export const plural = (count: number, noun: string): string =>
	`${count} ${noun}${count === 1 ? "" : "s"}`;
