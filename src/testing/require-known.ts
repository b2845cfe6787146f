/**
 * A misspelt member would pass for one that was left out.
 * @param what it is, as a sentence begins
 * @throws TypeError where it has a member of another name
 */
export function requireKnown(
	what: string,
	given: object,
	names: readonly string[],
): void {
	const unknown = Object.keys(given).find((name) => !names.includes(name));
	if (unknown !== undefined)
		throw new TypeError(
			`${what} has no member "${unknown}". Use ${names.join(", ")}.`,
		);
}
