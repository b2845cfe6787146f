import { describeUnknownName } from "../values/describe-unknown-name.ts";

/**
 * Rejects misspelled names, which would otherwise have no effect.
 * @throws TypeError for an unknown property
 */
export function requireKnown(
	what: `${string} property`,
	names: readonly string[],
	available: readonly string[],
): void {
	const unknown = names.find((name) => !available.includes(name));
	if (unknown !== undefined)
		throw new TypeError(describeUnknownName(what, unknown, available));
}
