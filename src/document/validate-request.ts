import { errorMessage } from "../values/errors.ts";
import {
	describeError,
	findInvalidPlaces,
	findUnrepresentable,
	type InvalidPlace,
	MAX_PLACES,
	type Validator,
} from "../values/validation.ts";
import type { OperationModel } from "./model.ts";
import type { PathValues } from "./path-template.ts";

/** The text of a body, or its bytes if they are not UTF-8. */
type JsonText = { readonly text: string } | { readonly bytes: Uint8Array };

/** The decoded body, or why it was not read; undefined if the operation takes no body. */
export type RequestBody = JsonText | "too large" | "incomplete" | undefined;

/** The part of a request that is validated besides its query and its body. */
export interface RequestHead {
	/** Returns the value of a header, by its name in lower case. */
	header(name: string): string | null;
}

/** Why a request violates the OpenAPI document. */
export type Violation =
	| { readonly kind: "tooLarge"; readonly limit: number }
	| {
			readonly kind: "unsupportedMedia";
			/** What the request has instead. */
			readonly sent: string;
			readonly expected: string;
	  }
	| { readonly kind: "unsupportedEncoding"; readonly sent: string }
	| {
			readonly kind: "invalid" | "malformed";
			readonly places: readonly InvalidPlace[];
	  };

export interface Input {
	/** By parameter. */
	readonly path: Readonly<Record<string, unknown>>;
	readonly query: Record<string, unknown>;
	readonly body: unknown;
}

/**
 * Validates a request against the OpenAPI document.
 * @param search the query with its question mark, or the empty string if the address has no query
 * @param path the values of the parameters in the path
 * @returns the input, with its defaults, or the first violation in the order 413, 415, 400
 */
export type ValidateRequest = (
	request: RequestHead,
	search: string,
	body: RequestBody,
	path?: PathValues,
) => Input | { readonly violation: Violation };

export interface RequestValidators {
	readonly validateQuery?: Validator | undefined;
	/** The validator of the body; undefined if the operation takes no body. */
	readonly validateBody?: Validator | undefined;
}

export interface RequestLimits {
	readonly maxBytes: number;
	readonly maxDepth: number;
}

/** By name. */
export type QueryParameters = Readonly<
	Record<string, { readonly type: string }>
>;

/** How the values of a type that is not a string are written. */
const SPELLINGS: Readonly<Record<string, readonly [RegExp, string]>> = {
	integer: [/^[0-9]+$/, "must be a whole number"],
	boolean: [/^(true|false)$/, "must be true or false"],
};

/** Reads the parameters of an operation; others are ignored. */
export function readQuery(
	search: string,
	parameters: QueryParameters,
	validate: Validator,
): { query: Record<string, unknown> } | { invalid: InvalidPlace[] } {
	const sent = new URLSearchParams(search);
	const query: Record<string, unknown> = {};
	const invalid: InvalidPlace[] = [];
	for (const [parameter, { type }] of Object.entries(parameters)) {
		const [value, ...repeated] = sent.getAll(parameter);
		if (value === undefined) continue;
		const [spelling, rule = ""] = SPELLINGS[type] ?? [];
		if (repeated.length > 0)
			invalid.push({ parameter, detail: "is sent more than once" });
		else if (value === "") invalid.push({ parameter, detail: "is empty" });
		else if (!spelling) query[parameter] = value;
		else if (spelling.test(value))
			query[parameter] = type === "integer" ? Number(value) : value === "true";
		else invalid.push({ parameter, detail: rule });
	}
	if (!validate(query))
		for (const error of validate.errors ?? [])
			invalid.push({
				parameter: String(
					error.params.missingProperty ?? error.instancePath.slice(1),
				),
				detail: describeError(error),
			});
	return invalid.length > 0 ? { invalid } : { query };
}

const decoder = new TextDecoder("utf-8", { fatal: true });

export function decodeText(bytes: Uint8Array): JsonText {
	try {
		return { text: decoder.decode(bytes) };
	} catch {
		return { bytes };
	}
}

/** Does not use the engine's own words, which differ between versions: the same seed must give the same bytes. */
function describeSyntaxError(text: string, error: unknown): string {
	if (text === "") return "is empty; send JSON";
	const [, position] = /at position (\d+)/.exec(errorMessage(error)) ?? [];
	return position === undefined
		? "is not valid JSON: it ends too early"
		: `is not valid JSON at position ${position}`;
}

/** Parses the body, or returns the first place that is wrong. */
export function parseJsonBody(
	body: JsonText,
	maxDepth: number,
): { value: unknown } | { invalid: InvalidPlace } {
	const invalid = (detail: string) => ({ invalid: { pointer: "", detail } });
	if ("bytes" in body) return invalid("is not valid UTF-8");
	let value: unknown;
	try {
		value = JSON.parse(body.text);
	} catch (error) {
		return invalid(describeSyntaxError(body.text, error));
	}
	const found = findUnrepresentable(value, maxDepth);
	return found ? { invalid: found } : { value };
}

/** Ignores parameters and case (RFC 9110 section 8.3.1). */
const isOfType = (sent: string | null, mediaType: string): boolean =>
	sent === mediaType ||
	sent?.split(";", 1)[0]?.trim().toLowerCase() === mediaType;

const invalid = (places: readonly InvalidPlace[]) => ({
	violation: { kind: "invalid", places } as const,
});

/** A body that is no JSON value. Some services reject it with another status than an invalid one. */
const malformed = (place: InvalidPlace) => ({
	violation: { kind: "malformed", places: [place] } as const,
});

const NO_VALUES: PathValues = {};

export function createRequestValidator(
	{ parameters, bodies }: OperationModel,
	{ validateQuery, validateBody }: RequestValidators,
	{ maxBytes, maxDepth }: RequestLimits,
): ValidateRequest {
	const [expected = ""] = bodies;
	const inQuery = Object.fromEntries(
		parameters
			.filter((each) => each.in === "query")
			.map((each) => [each.name, each]),
	);
	const readSearch = (search: string) =>
		validateQuery ? readQuery(search, inQuery, validateQuery) : { query: {} };
	// Most requests have no query.
	const noSearch = readSearch("");

	return (request, search, body, path = NO_VALUES) => {
		const read = search === "" ? noSearch : readSearch(search);
		if (!validateBody)
			return "invalid" in read
				? invalid(read.invalid)
				: { path, query: read.query, body: undefined };

		if (body === "too large")
			return { violation: { kind: "tooLarge", limit: maxBytes } };
		const mediaType = request.header("content-type");
		if (!isOfType(mediaType, expected)) {
			const sent = mediaType ? `Content-Type ${mediaType}` : "no Content-Type";
			return { violation: { kind: "unsupportedMedia", sent, expected } };
		}
		const encoding = request.header("content-encoding");
		if (encoding !== null && encoding.trim().toLowerCase() !== "identity")
			return { violation: { kind: "unsupportedEncoding", sent: encoding } };
		if ("invalid" in read) return invalid(read.invalid);
		if (body === "incomplete" || body === undefined)
			return malformed({ pointer: "", detail: "is incomplete" });
		const parsed = parseJsonBody(body, maxDepth);
		if ("invalid" in parsed) return malformed(parsed.invalid);
		const places = findInvalidPlaces(
			parsed.value,
			validateBody,
			MAX_PLACES + 1,
		);
		return places.length > 0
			? invalid(places)
			: { path, query: read.query, body: parsed.value };
	};
}
