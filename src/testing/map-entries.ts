import { isPlainObject } from "../values/is-plain-object.ts";

/** Returns an object with mapped entries, or any other value unchanged. */
export const mapEntries = (
	value: unknown,
	map: (entry: [string, unknown]) => [string, unknown],
): unknown =>
	isPlainObject(value)
		? Object.fromEntries(Object.entries(value).map(map))
		: value;
