import { shorten } from "./shorten.ts";

const MAX_VALUE_LENGTH = 100;

/** Returns `$.steps[0].command` for the JSON pointer `/steps/0/command`. */
export const toPath = (steps: readonly string[]): string =>
	steps.reduce(
		(path, step) => path + (/^[0-9]+$/.test(step) ? `[${step}]` : `.${step}`),
		"$",
	);

/** Returns a value as JSON, truncated. */
export function describeValue(value: unknown): string {
	if (value === undefined) return "missing";
	// Each value takes at least one character, and JSON.stringify overflows the stack for deeply nested values.
	let visited = 0;
	const text = JSON.stringify(value, (_, each) => {
		visited += 1;
		return visited > MAX_VALUE_LENGTH + 1 ? null : each;
	});
	return shorten(text, MAX_VALUE_LENGTH);
}
