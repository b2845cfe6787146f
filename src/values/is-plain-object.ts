/**
 * Whether the value is an object literal: no array, promise, matcher or other instance of a class. Jest evaluates tests
 * in a realm of their own, so the prototype of a literal may be that of another realm.
 */
export function isPlainObject(
	value: unknown,
): value is Readonly<Record<string, unknown>> {
	if (typeof value !== "object" || value === null) return false;
	const prototype: unknown = Object.getPrototypeOf(value);
	return prototype === null || Object.getPrototypeOf(prototype) === null;
}
