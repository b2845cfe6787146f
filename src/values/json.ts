/** Whether the value is an object with properties: neither null nor an array. */
export const isObject = (
	value: unknown,
): value is Readonly<Record<string, unknown>> =>
	typeof value === "object" && value !== null && !Array.isArray(value);

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

/** Returns the value at a path of names of properties, or of indexes; undefined if there is none. */
export const valueAt = (value: unknown, ...path: readonly string[]): unknown =>
	path.reduce<unknown>(
		(at, name) =>
			typeof at === "object" && at !== null && Object.hasOwn(at, name)
				? Reflect.get(at, name)
				: undefined,
		value,
	);

/** Returns the parsed text, or undefined if it is not JSON. */
export function tryParseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/** Escapes one segment of a JSON pointer (RFC 6901 section 3). */
export const escapeSegment = (segment: string): string =>
	segment.replaceAll("~", "~0").replaceAll("/", "~1");

/** Returns the decoded segments of a JSON pointer; none for the empty pointer. */
export const parsePointer = (pointer: string): readonly string[] =>
	pointer
		.split("/")
		.slice(1)
		.map((segment) => segment.replaceAll("~1", "/").replaceAll("~0", "~"));

/** The same properties, each of which may also be undefined. */
export type Optional<Schema> = {
	readonly [Name in keyof Schema]?: Schema[Name] | undefined;
};

/** Returns an object with the same names, and the value that `map` makes of each. */
export const mapValues = <From, To>(
	from: Readonly<Record<string, From>>,
	map: (value: From, name: string) => To,
): Record<string, To> =>
	Object.fromEntries(
		Object.entries(from).map(([name, value]) => [name, map(value, name)]),
	);
