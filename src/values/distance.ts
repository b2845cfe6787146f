/** Longer texts are compared by their beginnings, because the time grows with the product of the lengths. */
const MAX_LENGTH = 256;

/** Returns how many characters have to be inserted, removed or replaced to make one text of the other (Levenshtein). */
export function distance(one: string, other: string): number {
	const letters = other.slice(0, MAX_LENGTH);
	const row = Array.from({ length: letters.length + 1 }, (_, place) => place);
	let count = 0;
	for (const letter of one.slice(0, MAX_LENGTH)) {
		let diagonal = count++;
		let last = count;
		row[0] = count;
		for (let place = 1; place < row.length; place++) {
			const above = row[place] ?? 0;
			const same = letter === letters[place - 1] ? 1 : 0;
			last = Math.min(above, last, diagonal - same) + 1;
			row[place] = last;
			diagonal = above;
		}
	}
	return row.at(-1) ?? 0;
}
