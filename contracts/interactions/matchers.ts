import { MatchersV3 } from "@pact-foundation/pact";
import { idPrefixes } from "../generated/operations.ts";
import { URI_REFERENCE } from "../probes/uri-reference.ts";

const { constrainedArrayLike, eachLike, fromProviderState, regex } = MatchersV3;

const TIME = "2026-01-01T00:00:00.000Z";
const ULID = "01KDVQ2JM0R4T7XKQ5D2V9N8HC";

// Pact's regular expressions are Oniguruma's and match the whole text: [0-9] and not \d, which takes any digit of Unicode.
const DATE = "[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])";
const CLOCK = "([01][0-9]|2[0-3]):[0-5][0-9]:([0-5][0-9]|60)(\\.[0-9]+)?Z";

/** A time in UTC, written with a Z. */
export const timestamp = regex(`${DATE}T${CLOCK}`, TIME);

/** An id of the resource. */
export const idOf = (
	resource: keyof typeof idPrefixes,
): ReturnType<typeof regex> =>
	regex(
		`${idPrefixes[resource]}[0-7][0-9A-HJKMNP-TV-Z]{25}`,
		`${idPrefixes[resource]}${ULID}`,
	);

/** A text that the regular expression matches: its rule alone would take a number or null for the text it is written as. */
export const textLike = (pattern: string, example: string): object => ({
	"pact:matcher:type": [
		{ "pact:matcher:type": "type" },
		{ "pact:matcher:type": "regex", regex: pattern },
	],
	value: example,
});

/** Any text but the empty one. */
export const text = (example: string): object => textLike("[\\s\\S]+", example);

/** A cursor that leads on. */
export const cursor = text("b3BhcXVl");

/** A value that the state gives by this name. */
export const fromState = (
	name: string,
	example: string,
): ReturnType<typeof fromProviderState<string>> =>
	fromProviderState(`\${${name}}`, example);

/** Exactly so many items, each like the template. */
export const exactly = <Item>(count: number, template: Item): unknown =>
	constrainedArrayLike(template, count, count, count);

export const json = {
	"Content-Type": regex("application/json *(;.*)?", "application/json"),
};

export const problemJson = {
	"Content-Type": regex(
		"application/problem\\+json *(;.*)?",
		"application/problem+json",
	),
};

/** The body of a problem with this status. */
export const problem = (status: number): Record<string, unknown> => ({
	type: textLike(URI_REFERENCE, "about:blank"),
	title: text("Bad Request"),
	status,
	detail: text("What is wrong with this request, and what to do about it."),
});

/** A problem that names one place, and no other: a pointer into the body, or a query parameter. */
export const problemAt = (
	status: number,
	place: { pointer: string } | { parameter: string },
): Record<string, unknown> => {
	const [[kind, name] = ["", ""]] = Object.entries(place);
	// Below eachLike a plain text would be compared by its type only.
	const exact = regex(name.replaceAll("/", "\\/"), name);
	return {
		...problem(status),
		errors: eachLike({ [kind]: exact, detail: text("must be there") }),
	};
};
