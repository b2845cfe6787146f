/** Longer texts are compared by their beginnings, because the time grows with the product of the lengths. */
const MAX_LENGTH = 256;

/** Returns how many characters have to be inserted, removed or replaced to make one text of the other (Levenshtein). */
export function distance(one: string, other: string): number {
	const letters = [...other.slice(0, MAX_LENGTH)];
	let row = Array.from({ length: letters.length + 1 }, (_, place) => place);
	for (const letter of one.slice(0, MAX_LENGTH)) {
		let diagonal = Infinity;
		let last = Infinity;
		row = row.map((above, place) => {
			const isSame = letter === letters[place - 1];
			last = Math.min(above, last, diagonal - (isSame ? 1 : 0)) + 1;
			diagonal = above;
			return last;
		});
	}
	return row.at(-1) ?? 0;
}
