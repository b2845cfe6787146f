/** Returns an array as it is, and no items for other values. */
export const listOf = (limit: unknown): readonly unknown[] =>
	Array.isArray(limit) ? limit : [];

const typeOf = (value: unknown): string =>
	value === null ? "null" : Array.isArray(value) ? "array" : typeof value;

/** Whether a value has a type of JSON Schema, or one of several. */
export function hasType(type: unknown, value: unknown): boolean {
	if (Array.isArray(type)) return type.some((each) => hasType(each, value));
	return type === "integer" ? Number.isInteger(value) : type === typeOf(value);
}
