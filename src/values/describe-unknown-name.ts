import { commandLine } from "./command-line.ts";
import { distance } from "./distance.ts";

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
