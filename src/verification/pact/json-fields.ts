import { isObject } from "../../values/is-object.ts";

export type JsonObject = Readonly<Record<string, unknown>>;

/** Returns the value if it is an object, and otherwise an empty object. */
export const toObject = (value: unknown): JsonObject =>
	isObject(value) ? value : {};

/** Returns the objects of an array property, and none if the property is no array. */
export const objectsAt = (value: JsonObject, name: string): JsonObject[] => {
	const found = value[name];
	return Array.isArray(found) ? found.filter(isObject) : [];
};

/** Returns a string property, or the default if the property is no string. */
export const textAt = (
	value: JsonObject,
	name: string,
	defaultText = "",
): string => {
	const found = value[name];
	return typeof found === "string" ? found : defaultText;
};
