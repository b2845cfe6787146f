import { isObject } from "../../values/json.ts";

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

/** The name of `Location` for Pact's verifier, both in a redirect and in the interaction that expects one. */
const NAME = "understudy-redirect-location";

/** Whether Pact's verifier would silently follow the `Location` of a response with this status. */
export const isRedirect = (status: number): boolean =>
	status >= 300 && status < 400;

/** Renames the keys that stand for the header: its name, and its path in the matching rules of Pact 2. */
const renameKeys = <T>(
	values: Readonly<Record<string, T>>,
): Record<string, T> =>
	Object.fromEntries(
		Object.entries(values).map(([key, value]) => [
			key.replace(/^(\$\.headers?\W+)?location\b/i, `$1${NAME}`),
			value,
		]),
	);

/** Renames the header in a redirect. */
export const hideLocation: (
	headers: Readonly<Record<string, string>>,
) => Record<string, string> = renameKeys;

/** Renames the header in the response that an interaction expects. */
export function hideExpectedLocation(response: JsonObject): JsonObject {
	const { headers, matchingRules } = response;
	const rules = renameKeys(toObject(matchingRules));
	return {
		...response,
		...(headers !== undefined && { headers: renameKeys(toObject(headers)) }),
		...(matchingRules !== undefined && {
			matchingRules: {
				...rules,
				...(rules.header !== undefined && {
					header: renameKeys(toObject(rules.header)),
				}),
			},
		}),
	};
}

/** Returns what Pact reports, with the name of the header. */
export const showLocation = (text: string): string =>
	text.replaceAll(NAME, "location");
