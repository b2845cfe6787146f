import { closest, distance } from "fastest-levenshtein";
import { commandLine } from "./command-line.ts";

/** More names than these hide the one that a reader looks for. */
const MAX_LISTED = 30;
const MAX_NEAREST = 5;

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
	if (available.length <= MAX_LISTED)
		return `${suggestion} Available: ${available.join(", ")}`;
	const nearest = available
		.toSorted((a, b) => distance(name, a) - distance(name, b))
		.slice(0, MAX_NEAREST);
	return `${suggestion} The nearest of ${available.length} are ${nearest.join(", ")}`;
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
	`Unknown ${kind} "${name}"${place && ` ${place}`}.${suggestName(name, available)}.${
		kind === "operation" && available.length > MAX_LISTED
			? ` \`${commandLine("document <file> --only <text>")}\` lists those with a text.`
			: ""
	}`;
