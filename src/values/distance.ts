/** Longer texts are compared by their beginnings, because the time grows with the product of the lengths. */
const MAX_LENGTH = 256;

/** Returns how many characters have to be inserted, removed or replaced to make one text of the other (Levenshtein). */
export function distance(one: string, other: string): number {
	const [a, b] = [one.slice(0, MAX_LENGTH), other.slice(0, MAX_LENGTH)];
	const row = Array.from({ length: b.length + 1 }, (_, place) => place);
	for (let i = 0; i < a.length; i++) {
		let diagonal = i;
		let last = i + 1;
		for (let j = 0; j < b.length; j++) {
			const above = row[j + 1] ?? 0;
			last = Math.min(above, last, diagonal - (a[i] === b[j] ? 1 : 0)) + 1;
			row[j + 1] = last;
			diagonal = above;
		}
	}
	return b === "" ? a.length : (row.at(-1) ?? 0);
}
