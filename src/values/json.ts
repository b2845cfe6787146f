import { attempt } from "./errors.ts";

/** An object of which only the names of the properties are known. */
export type Values = Readonly<Record<string, unknown>>;

/** Texts by name. */
export type Texts = Readonly<Record<string, string>>;

/** Whether the value is an object, and neither null nor an array. */
export const isObject = (value: unknown): value is Values =>
	typeof value === "object" && value !== null && !Array.isArray(value);

/** Whether a value is an object or an array. */
export const isContainer = (value: unknown): value is Record<string, unknown> =>
	typeof value === "object" && value !== null;

/**
 * Whether the value is a plain object: not an array, a promise or another instance of a class. Jest runs tests in
 * another realm, so the prototype of a plain object may be the `Object.prototype` of another realm.
 */
export function isPlainObject(value: unknown): value is Values {
	if (typeof value !== "object" || value === null) return false;
	const prototype: unknown = Object.getPrototypeOf(value);
	return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** Sets a property, including one named `__proto__`, which a plain assignment would not create. */
export function setProperty(
	object: Record<string, unknown>,
	name: string,
	value: unknown,
): void {
	if (name !== "__proto__") object[name] = value;
	else
		Object.defineProperty(object, name, {
			...{ enumerable: true, writable: true, configurable: true },
			value,
		});
}

/** Returns the value at a path of property names and array indexes, or undefined if the path does not exist. */
export const valueAt = (value: unknown, ...path: readonly string[]): unknown =>
	path.reduce<unknown>(
		(at, name) =>
			typeof at === "object" && at !== null && Object.hasOwn(at, name)
				? Reflect.get(at, name)
				: undefined,
		value,
	);

/**
 * Returns a copy of the value with another value at a path of property names and positions in arrays. Copies or
 * creates the objects on the path.
 */
export const withValueAt = (
	value: unknown,
	[name, ...path]: readonly string[],
	inner: unknown,
): unknown => {
	if (name === undefined) return inner;
	const changed = withValueAt(Object(value)[name], path, inner);
	if (Array.isArray(value)) return value.with(Number(name), changed);
	return { ...Object(value), [name]: changed };
};

/** Functions that call themselves for each level of a deeper value may overflow the stack. */
const MAX_LEVELS = 500;

/** Counts one more than the limit at most. */
const countOpened = (text: string, bracket: string): number =>
	text.split(bracket, MAX_LEVELS + 2).length - 1;

function isTooDeep(text: string): boolean {
	if (text.length <= MAX_LEVELS * 2) return false;
	// Takes much less time than the loop, and suffices for most texts.
	if (countOpened(text, "{") + countOpened(text, "[") <= MAX_LEVELS)
		return false;
	let level = 0;
	let isInString = false;
	for (let index = 0; index < text.length; index += 1) {
		const character = text[index];
		if (character === '"') isInString = !isInString;
		else if (isInString) index += character === "\\" ? 1 : 0;
		else if (character === "[" || character === "{") level += 1;
		else if (character === "]" || character === "}") level -= 1;
		if (level > MAX_LEVELS) return true;
	}
	return false;
}

/** Returns the parsed text, or undefined if it is not JSON, or nests more than 500 levels deep. */
export const tryParseJson = (text: string): unknown =>
	isTooDeep(text) ? undefined : attempt(() => JSON.parse(text));

/** Returns the text of a file without its byte order mark, which `JSON.parse` refuses. */
export const withoutByteOrderMark = (text: string): string =>
	text.replace(/^\uFEFF/, "");

/** Escapes one segment of a JSON pointer (RFC 6901 section 3). */
export const escapeSegment = (segment: string): string =>
	/[~/]/.test(segment)
		? segment.replaceAll("~", "~0").replaceAll("/", "~1")
		: segment;

/** Returns the decoded segments of a JSON pointer. The empty pointer has no segments. */
export const parsePointer = (pointer: string): readonly string[] =>
	pointer
		.split("/")
		.slice(1)
		.map((segment) => segment.replaceAll("~1", "/").replaceAll("~0", "~"));

/** The same properties, each of which may also be undefined. */
export type Optional<Schema> = {
	readonly [Name in keyof Schema]?: Schema[Name] | undefined;
};

/** Returns an object with the same names, and with each value converted by `map`. */
export const mapValues = <Name extends string, From, To>(
	from: Readonly<Record<Name, From>>,
	map: (value: From, name: string) => To,
): Record<Name, To> =>
	Object.fromEntries(
		Object.entries<From>(from).map(([name, value]) => [name, map(value, name)]),
	) as Record<Name, To>;

/** Returns an object with the properties that `isKept` accepts. */
export const filterEntries = <Value>(
	from: Readonly<Record<string, Value>>,
	isKept: (name: string, value: Value) => boolean,
): Record<string, Value> =>
	Object.fromEntries(
		Object.entries(from).filter(([name, value]) => isKept(name, value)),
	);

/** Returns headers with their names in lower case. */
export const lowerNames = <Value>(
	headers: Readonly<Record<string, Value>>,
): Record<string, Value> =>
	Object.fromEntries(
		Object.entries(headers).map(([name, each]) => [name.toLowerCase(), each]),
	);
