import { closest, distance } from "fastest-levenshtein";

/** Returns a remedy such as ` Did you mean "slow"? Available: normal, slow`. */
export function suggestName(
	name: string,
	available: readonly string[],
): string {
	if (available.length === 0) return " None is available";
	const similar = closest(name, available);
	// Two swapped letters have a distance of 2, in short names too.
	const edits = distance(name, similar);
	const isTypo = edits < name.length && edits <= Math.max(2, name.length * 0.4);
	const suggestion = isTypo ? ` Did you mean "${similar}"?` : "";
	return `${suggestion} Available: ${available.join(", ")}`;
}

/**
 * Returns a message such as `Unknown scenario "slwo". Did you mean "slow"? Available: normal, slow.`
 * @param place where the name stands, like "in flags"
 */
export const describeUnknownName = (
	kind: string,
	name: string,
	available: readonly string[],
	place = "",
): string =>
	`Unknown ${kind} "${name}"${place && ` ${place}`}.${suggestName(name, available)}.`;
