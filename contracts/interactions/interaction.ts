import { MatchersV3 } from "@pact-foundation/pact";
import { createClient } from "../client.ts";
import { idPrefixes, operations } from "../generated/operations.ts";

/** One exchange that a client relies on. Values may be Pact matchers. */
export interface Exchange {
	/** The ids of the assumptions that the response depends on. Each has a check in the response that can fail. */
	readonly assumptions: readonly string[];
	/** The provider state, by a name of `contracts/states.ts`. */
	readonly given?: {
		readonly state: string;
		readonly params?: Readonly<Record<string, string | number | string[]>>;
	};
	readonly query?: Readonly<Record<string, unknown>>;
	/** Sent as application/json. */
	readonly body?: unknown;
	/** `clientError` stands for any 4xx status. Defaults to the status of a success. */
	readonly status?: number | "clientError";
	/** The headers of the response. Defaults to the media type of JSON if there is `json`. */
	readonly headers?: Readonly<Record<string, unknown>>;
	/** The body of the response. */
	readonly json?: unknown;
	/** The body of a response that is not JSON. */
	readonly text?: {
		readonly example: string;
		/** The strings that the response must contain. */
		readonly includes: readonly string[];
	};
}

export interface Interaction extends Exchange {
	/** Starts with the operation id. Unique. */
	readonly description: string;
	readonly operation: (typeof operations)[keyof typeof operations];
}

/** Names exchanges with an operation by what distinguishes them. */
export const createInteractions = (
	id: keyof typeof operations,
	exchanges: Readonly<Record<string, Exchange>>,
): Interaction[] =>
	Object.entries(exchanges).map(([what, exchange]) => ({
		...exchange,
		description: `${id}: ${what}`,
		operation: operations[id],
	}));

/** Replaces each matcher with its example. */
export function getExample(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(getExample);
	if (typeof value !== "object" || value === null) return value;
	if ("pact:matcher:type" in value && "value" in value)
		return getExample(value.value);
	return Object.fromEntries(
		Object.entries(value).map(([name, each]) => [name, getExample(each)]),
	);
}

/** Sends the request of an interaction with the client. */
export async function sendInteraction(
	{ operation: { method, path }, query, body }: Interaction,
	baseUrl: string,
): Promise<void> {
	// Some interactions send requests that the types of the client forbid.
	const { request } = createClient({ baseUrl }) as {
		request(method: string, path: string, init: object): Promise<unknown>;
	};
	await request(method, path, {
		params: { query: getExample(query) },
		body: getExample(body),
		parseAs: "text",
	});
}

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
