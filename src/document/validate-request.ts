import {
	findInvalidPlaces,
	type InvalidPlace,
	MAX_PLACES,
	type Validator,
} from "../values/validation.ts";
import { type JsonText, parseJsonBody } from "./json-body.ts";
import type { OperationModel } from "./model.ts";
import { readQuery } from "./query.ts";

/** The decoded body, or why it was not read; undefined if the operation takes none. */
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
	| { readonly kind: "invalid"; readonly places: readonly InvalidPlace[] };

export interface Input {
	readonly query: Record<string, unknown>;
	readonly body: unknown;
}

/**
 * Validates a request against the OpenAPI document.
 * @param search the query with its question mark, or the empty string if the address has no query
 * @returns the input, with its defaults, or the first violation in the order 413, 415, 400
 */
export type ValidateRequest = (
	request: RequestHead,
	search: string,
	body: RequestBody,
) => Input | { readonly violation: Violation };

export interface RequestValidators {
	readonly validateQuery?: Validator | undefined;
	/** The validator of the body; undefined if the operation takes none. */
	readonly validateBody?: Validator | undefined;
}

export interface RequestLimits {
	readonly maxBytes: number;
	readonly maxDepth: number;
}

/** Ignores parameters and case (RFC 9110 section 8.3.1). */
const isOfType = (sent: string | null, mediaType: string): boolean =>
	sent === mediaType ||
	sent?.split(";", 1)[0]?.trim().toLowerCase() === mediaType;

const invalid = (places: readonly InvalidPlace[]) => ({
	violation: { kind: "invalid", places } as const,
});

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
	// By far the most frequent query.
	const noSearch = readSearch("");

	return (request, search, body) => {
		const read = search === "" ? noSearch : readSearch(search);
		if (!validateBody)
			return "invalid" in read
				? invalid(read.invalid)
				: { query: read.query, body: undefined };

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
			return invalid([{ pointer: "", detail: "is incomplete" }]);
		const parsed = parseJsonBody(body, maxDepth);
		if ("invalid" in parsed) return invalid([parsed.invalid]);
		const places = findInvalidPlaces(
			parsed.value,
			validateBody,
			MAX_PLACES + 1,
		);
		return places.length > 0
			? invalid(places)
			: { query: read.query, body: parsed.value };
	};
}
