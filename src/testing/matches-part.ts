import { isObject } from "../values/json.ts";

/** A matcher like `expect.any(String)`, which Vitest, Jest and Playwright mark in the same way. */
const isAsymmetric = (
	value: object,
): value is { asymmetricMatch(actual: unknown): boolean } =>
	"asymmetricMatch" in value && typeof value.asymmetricMatch === "function";

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
	Object.prototype.toString.call(value) === "[object Object]";

/**
 * Returns whether a JSON value matches the expected value, like `toMatchObject`: objects may have more properties, arrays
 * have the same items, and asymmetric matchers decide themselves. Playwright passes no function for this to its matchers.
 */
export function matchesPart(actual: unknown, expected: unknown): boolean {
	if (typeof expected !== "object" || expected === null)
		return Object.is(actual, expected);
	if (isAsymmetric(expected)) return expected.asymmetricMatch(actual);
	if (Array.isArray(expected))
		return (
			Array.isArray(actual) &&
			actual.length === expected.length &&
			expected.every((item, index) => matchesPart(actual[index], item))
		);
	return (
		isRecord(expected) &&
		isObject(actual) &&
		Object.entries(expected).every(
			([name, each]) =>
				Object.hasOwn(actual, name) && matchesPart(actual[name], each),
		)
	);
}
