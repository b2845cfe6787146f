import { describeUnknownName } from "../values/describe-unknown-name.ts";

/**
 * Rejects misspelled names, which would otherwise have no effect.
 * @throws RangeError for an unknown operation
 * @throws TypeError for an unknown property
 */
export function requireKnown(
	what: "operation" | `${string} property`,
	names: readonly string[],
	available: readonly string[],
): void {
	const unknown = names.find((name) => !available.includes(name));
	if (unknown === undefined) return;
	const message = describeUnknownName(what, unknown, available);
	throw what === "operation" ? new RangeError(message) : new TypeError(message);
}
