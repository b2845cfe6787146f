import { MatchersV3 } from "@pact-foundation/pact";
import { idPrefixes } from "../generated/operations.ts";

const { constrainedArrayLike, fromProviderState, regex } = MatchersV3;

export const EXAMPLE_TIME = "2026-01-01T00:00:00.000Z";
export const EXAMPLE_ULID = "01KDVQ2JM0R4T7XKQ5D2V9N8HC";
export const EXAMPLE_CURSOR = "b3BhcXVl";

// Pact's regular expressions are Oniguruma's and match the whole text: [0-9] and not \d, which takes any digit of Unicode.
const DATE = "[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])";
const TIME = "([01][0-9]|2[0-3]):[0-5][0-9]:([0-5][0-9]|60)(\\.[0-9]+)?Z";

/** Matches a time in UTC, written with a Z. */
export const timestamp = regex(`${DATE}T${TIME}`, EXAMPLE_TIME);

/** Matches an id of the resource. */
export const idOf = (
	resource: keyof typeof idPrefixes,
): ReturnType<typeof regex> =>
	regex(
		`${idPrefixes[resource]}[0-7][0-9A-HJKMNP-TV-Z]{25}`,
		`${idPrefixes[resource]}${EXAMPLE_ULID}`,
	);

/** Matches a string by a regular expression. The regex rule alone also accepts numbers and null, by their text. */
export const stringLike = (pattern: string, example: string): object => ({
	"pact:matcher:type": [
		{ "pact:matcher:type": "type" },
		{ "pact:matcher:type": "regex", regex: pattern },
	],
	value: example,
});

/** Matches any string that is not empty. */
export const nonEmpty = (example: string): object =>
	stringLike("[\\s\\S]+", example);

/** Matches the cursor of a page that is not the last. */
export const cursor = nonEmpty(EXAMPLE_CURSOR);

/** Inserts a new text into each request, because a service may require that names are unique. */
export const newText = (pattern: string, example: string): object => ({
	"pact:matcher:type": "type",
	"pact:generator:type": "Regex",
	regex: pattern,
	value: example,
});

/** Inserts a value that the provider state returns. */
export const fromState = (
	name: string,
	example: string,
): ReturnType<typeof fromProviderState<string>> =>
	fromProviderState(`\${${name}}`, example);

/** Matches an array with exactly this many items, each like the template. */
export const exactly = (count: number, template: unknown): unknown =>
	constrainedArrayLike(template, count, count, count);

const escapePattern = (text: string): string =>
	text.replaceAll(/[.+]/g, "\\$&");

function formatMediaType(mediaType: string): string {
	const [essence = "", ...parameters] = mediaType.split(/ *; */);
	const required = parameters.map((each) => {
		const [name = "", value = ""] = each.split("=");
		const isValue = `"?${escapePattern(value)}"? *(;|$)`;
		// Without a charset, the text is in UTF-8, too.
		return name === "charset"
			? `(?!.*; *charset *= *(?!${isValue}))`
			: `(?=.*; *${escapePattern(name)} *= *${isValue})`;
	});
	return `(?i)${escapePattern(essence)}${required.join("")} *(;.*)?`;
}

/** Matches a media type, with at least its parameters, in any order and case, and with or without quotes. */
export const contentType = (
	mediaType: string,
): Readonly<Record<string, unknown>> => ({
	"Content-Type": regex(formatMediaType(mediaType), mediaType),
});

export const jsonHeaders: Readonly<Record<string, unknown>> =
	contentType("application/json");
