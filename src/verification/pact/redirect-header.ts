import { type JsonObject, toObject } from "./json-fields.ts";

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
