/** Returns an array as it is, and no items for other values. */
export const listOf = (limit: unknown): readonly unknown[] =>
	Array.isArray(limit) ? limit : [];

const typeOf = (value: unknown): string =>
	value === null ? "null" : Array.isArray(value) ? "array" : typeof value;

/** Whether a value has a type of JSON Schema, or one of several. */
export function hasType(type: unknown, value: unknown): boolean {
	if (Array.isArray(type)) return type.some((each) => hasType(each, value));
	if (type === "number") return Number.isFinite(value);
	return type === "integer" ? Number.isInteger(value) : type === typeOf(value);
}

/** Returns the items of an array as names. */
export const namesOf = (limit: unknown): readonly string[] =>
	listOf(limit).map(String);

const sets = new WeakMap<readonly unknown[], ReadonlySet<unknown>>();

/** Returns the values as a set. Cached, because an enumeration may have very many. */
export function toSet(values: readonly unknown[]): ReadonlySet<unknown> {
	const set = sets.get(values) ?? new Set(values);
	sets.set(values, set);
	return set;
}

const entries = new WeakMap<object, readonly [string, unknown][]>();

/** Returns the properties of an object. Cached, because a schema is read for each value. */
export function entriesOf(limit: unknown): readonly [string, unknown][] {
	if (typeof limit !== "object" || limit === null) return [];
	const known = entries.get(limit);
	if (known) return known;
	const found = Object.entries(limit);
	entries.set(limit, found);
	return found;
}

const expressions = new Map<string, RegExp>();

/** Returns the regular expression of a pattern. Cached, because a pattern is read for each value. */
export function toExpression(pattern: string): RegExp {
	const known = expressions.get(pattern);
	if (known) return known;
	const expression = new RegExp(pattern, "u");
	expressions.set(pattern, expression);
	return expression;
}

/** Returns the digits of a number as an integer, and the power of ten to multiply it with. */
function toDecimal(value: number): readonly [digits: bigint, power: number] {
	const [digits = "", power = ""] = value.toExponential().split("e");
	const [, fraction = ""] = digits.split(".");
	return [BigInt(digits.replace(".", "")), Number(power) - fraction.length];
}

/** Whether a number is a multiple of another in decimal digits, as 0.3 is of 0.1. */
export function isMultiple(value: number, divisor: number): boolean {
	if (!Number.isFinite(value) || !(divisor > 0)) return false;
	const [one, onePower] = toDecimal(value);
	const [other, otherPower] = toDecimal(divisor);
	const least = Math.min(onePower, otherPower);
	const scale = (digits: bigint, power: number): bigint =>
		digits * 10n ** BigInt(power - least);
	return scale(one, onePower) % scale(other, otherPower) === 0n;
}

/** Counts code points, as JSON Schema does. */
export function countCharacters(text: string): number {
	let count = 0;
	for (const _ of text) count += 1;
	return count;
}
