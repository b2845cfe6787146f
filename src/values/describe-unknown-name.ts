import { commandLine } from "./command-line.ts";

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

/** The maximum number of listed names. In a longer list, a reader could not find the right name. */
const MAX_LISTED = 30;
const MAX_NEAREST = 5;

/** Returns a remedy such as ` Did you mean "slow"? Available: normal, slow`. */
export function suggestName(
	name: string,
	available: readonly string[],
): string {
	const sorted = available.toSorted(
		(a, b) => distance(name, a) - distance(name, b),
	);
	const [similar] = sorted;
	if (similar === undefined) return " None is available";
	// A swap of two letters counts as a distance of 2, also in short names.
	const edits = distance(name, similar);
	const isTypo = edits < name.length && edits <= Math.max(2, name.length * 0.4);
	const suggestion = isTypo ? ` Did you mean "${similar}"?` : "";
	if (available.length <= MAX_LISTED)
		return `${suggestion} Available: ${available.join(", ")}`;
	const nearest = sorted.slice(0, MAX_NEAREST);
	return `${suggestion} The nearest of ${available.length} are ${nearest.join(", ")}`;
}

/**
 * Returns a message such as `Unknown scenario "slwo". Did you mean "slow"? Available: normal, slow.`
 * @param place the place of the name, such as "in flags"
 */
export const describeUnknownName = (
	kind: string,
	name: string,
	available: readonly string[],
	place = "",
): string =>
	`Unknown ${kind} "${name}"${place && ` ${place}`}.${suggestName(name, available)}.${
		kind === "operation" && available.length > MAX_LISTED
			? ` \`${commandLine("document <file> --only <text>")}\` lists those with a text.`
			: ""
	}`;
