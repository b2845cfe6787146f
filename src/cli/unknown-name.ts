import { closest, distance } from "fastest-levenshtein";

/**
 * Returns a message about a name that is not available, with the most similar one that is.
 * @param place where the name stands, like "in flags"
 */
export function unknownName(
	kind: string,
	name: string,
	available: readonly string[],
	place = "",
): string {
	const similar = closest(name, available);
	const isTypo = distance(name, similar) <= name.length * 0.4;
	const hint = isTypo ? ` Did you mean "${similar}"?` : "";
	return `Unknown ${kind} "${name}"${place && ` ${place}`}.${hint} Available: ${available.join(", ")}.`;
}
