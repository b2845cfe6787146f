import { closest, distance } from "fastest-levenshtein";

/**
 * Returns a message such as `Unknown scenario "slwo". Did you mean "slow"? Available: normal, slow.`
 * @param place where the name stands, like "in flags"
 */
export function describeUnknownName(
	kind: string,
	name: string,
	available: readonly string[],
	place = "",
): string {
	const similar = closest(name, available);
	// Two swapped letters have a distance of 2, in short names too.
	const edits = distance(name, similar);
	const isTypo = edits < name.length && edits <= Math.max(2, name.length * 0.4);
	const suggestion = isTypo ? ` Did you mean "${similar}"?` : "";
	return `Unknown ${kind} "${name}"${place && ` ${place}`}.${suggestion} Available: ${available.join(", ")}.`;
}
