import { closest, distance } from "fastest-levenshtein";

/** Returns a message such as `Unknown scenario "slwo". Did you mean "slow"? Available: normal, slow.` */
export function describeUnknownName(
	kind: string,
	name: string,
	available: readonly string[],
): string {
	const similar = closest(name, available);
	const isSimilar = distance(name, similar) <= Math.min(2, name.length / 2);
	const suggestion = isSimilar ? ` Did you mean "${similar}"?` : "";
	return `Unknown ${kind} "${name}".${suggestion} Available: ${available.join(", ")}.`;
}
