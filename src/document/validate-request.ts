import { errorMessage } from "../values/errors.ts";
import { essenceOf } from "../values/http.ts";
import { computeOnce } from "../values/load-once.ts";
import {
	findInvalidPlaces,
	findUnrepresentable,
	type InvalidPlace,
	MAX_PLACES,
	type Validator,
} from "../values/validation.ts";
import type { OperationModel } from "./model.ts";
import type { PathValues } from "./path-template.ts";
import { readQuery } from "./read-query.ts";

/** The text of a body, or its bytes if they are not valid UTF-8. */
export type JsonText =
	| { readonly text: string }
	| { readonly bytes: Uint8Array };

/** The decoded body, or the reason why it was not read; undefined if the operation takes no body. */
export type RequestBody = JsonText | "too large" | "incomplete" | undefined;

/** The parts of a request that are validated besides query and body. */
export interface RequestHead {
	/** Returns the value of a header, by its name in lower case. */
	header(name: string): string | null;
}

/** Why a request violates the OpenAPI document. */
export type Violation =
	| { readonly kind: "tooLarge"; readonly limit: number }
	| {
			readonly kind: "unsupportedMedia";
			/** The value in the request. */
			readonly sent: string;
			readonly expected: string;
	  }
	| { readonly kind: "unsupportedEncoding"; readonly sent: string }
	/** A value in the path violates its schema, and the document has no status for invalid requests. */
	| { readonly kind: "notFound"; readonly reason: string }
	| {
			readonly kind: "invalid" | "malformed";
			readonly places: readonly InvalidPlace[];
			/** The keywords of the schema that the body violates. */
			readonly keywords?: readonly string[];
	  };

export interface Input {
	/** The values of the path parameters, by name. */
	readonly path: Readonly<Record<string, unknown>>;
	readonly query: Record<string, unknown>;
	readonly body: unknown;
}

/**
 * Validates a request against the OpenAPI document.
 * @param search the query with its question mark, or the empty string
 * @param path the values of the parameters in the path
 * @returns the input with its defaults, or the first violation in the order 413, 415, 400
 */
export type ValidateRequest = (
	request: RequestHead,
	search: string,
	body: RequestBody,
	path?: PathValues,
) => Input | { readonly violation: Violation };

/** The parts of a request that have parameters. */
export interface SentParameters {
	readonly request: RequestHead;
	readonly path: PathValues;
	readonly search: string;
	/** How deep a value may be nested. */
	readonly maxDepth: number;
}

/** Reads and validates the parameters of a request. */
export type ReadParameters = (
	sent: SentParameters,
) =>
	| Pick<Input, "path" | "query">
	| { readonly invalid: readonly InvalidPlace[] }
	| { readonly violation: Violation };

/** Reads the value of a body. */
export type ReadBody = (
	body: JsonText,
	mediaType: string,
) => { readonly value: unknown } | { readonly invalid: InvalidPlace };

/** The way bodies of a media type are read and validated. */
export interface BodyKind {
	/** Defaults to JSON. */
	readonly read?: ReadBody | undefined;
	readonly validate?: Validator | undefined;
}

/** Returns the reader and validator of a media type; undefined if the operation does not take this media type. */
export type FindBodyKind = (mediaType: string | null) => BodyKind | undefined;

/** Readers for requests that have more than a JSON body and plain query parameters. */
export interface RequestReaders {
	/** Defaults to a reader of texts, whole numbers and booleans in the query. */
	readonly readParameters?: ReadParameters | undefined;
	/** Defaults to a reader of JSON, for the media types of the operation. */
	readonly findBodyKind?: FindBodyKind | undefined;
	/** Whether a request may have no body; defaults to false. */
	readonly isBodyOptional?: boolean;
}

export interface RequestValidators extends RequestReaders {
	/** Validates the query if there is no reader for it. */
	readonly validateQuery?: Validator | undefined;
	/** Validates a JSON body. */
	readonly validateBody?: Validator | undefined;
}

export interface RequestLimits {
	readonly maxBytes: number;
	readonly maxDepth: number;
}

const decoder = new TextDecoder("utf-8", { fatal: true });

export function decodeText(bytes: Uint8Array): JsonText {
	try {
		return { text: decoder.decode(bytes) };
	} catch {
		return { bytes };
	}
}

/** Describes a syntax error in our own words, because those of JavaScript engines differ between versions. */
function describeSyntaxError(text: string, error: unknown): string {
	if (text === "") return "is empty; send JSON";
	const [, position] = /at position (\d+)/.exec(errorMessage(error)) ?? [];
	return position === undefined
		? "is not valid JSON: it ends too early"
		: `is not valid JSON at position ${position}`;
}

/** Returns the value, or the first place that is nested too deeply or that JSON cannot represent. */
function checkLimits(
	value: unknown,
	maxDepth: number,
): { value: unknown } | { invalid: InvalidPlace } {
	const found = ArrayBuffer.isView(value)
		? undefined
		: findUnrepresentable(value, maxDepth);
	return found ? { invalid: found } : { value };
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
	return checkLimits(value, maxDepth);
}

/** Ignores parameters and case (RFC 9110 section 8.3.1). */
const isOfType = (sent: string | null, mediaType: string): boolean =>
	sent === mediaType || essenceOf(sent ?? "") === mediaType;

const invalid = (
	places: readonly InvalidPlace[],
	keywords: readonly string[] = [],
) => ({
	violation: {
		...({ kind: "invalid", places } as const),
		...(keywords.length > 0 && { keywords }),
	},
});

/** Returns the part of a document's problems that lists the status of a violation. */
export const problemOf = (
	violation: Violation,
	problems: OperationModel["problems"],
): string =>
	("places" in violation
		? violation.keywords?.find((keyword) => keyword in problems)
		: undefined) ?? violation.kind;

/** A body that is not JSON. Some services reject it with another status than an invalid value. */
const malformed = (place: InvalidPlace) => ({
	violation: { kind: "malformed", places: [place] } as const,
});

const NO_VALUES: PathValues = {};

export function createRequestValidator(
	{ parameters, bodies }: OperationModel,
	validators: RequestValidators,
	{ maxBytes, maxDepth }: RequestLimits,
): ValidateRequest {
	const { validateQuery, readParameters, isBodyOptional } = validators;
	const expected = bodies.join(" or ");
	const json: BodyKind = { validate: validators.validateBody };
	const findBodyKind =
		validators.findBodyKind ??
		((mediaType) =>
			bodies.some((each) => isOfType(mediaType, each)) ? json : undefined);
	const inQuery = Object.fromEntries(
		parameters
			.filter((each) => each.in === "query")
			.map((each) => [each.name, each]),
	);
	const readSearch = (search: string) =>
		validateQuery ? readQuery(search, inQuery, validateQuery) : { query: {} };
	// Most requests have no query.
	const readNoSearch = computeOnce(() => readSearch(""));

	return (request, search, body, sent = NO_VALUES) => {
		const read = readParameters
			? readParameters({ request, search, path: sent, maxDepth })
			: search === ""
				? readNoSearch()
				: readSearch(search);
		if ("violation" in read) return read;
		const path = "path" in read ? read.path : sent;
		const isEmpty =
			typeof body === "object" && "text" in body && body.text === "";
		if (bodies.length === 0 || (isBodyOptional && isEmpty))
			return "invalid" in read
				? invalid(read.invalid)
				: { path, query: read.query, body: undefined };

		if (body === "too large")
			return { violation: { kind: "tooLarge", limit: maxBytes } };
		const mediaType = request.header("content-type");
		const kind = findBodyKind(mediaType);
		if (!kind) {
			const sent = mediaType ? `Content-Type ${mediaType}` : "no Content-Type";
			return { violation: { kind: "unsupportedMedia", sent, expected } };
		}
		const encoding = request.header("content-encoding");
		if (encoding !== null && encoding.trim().toLowerCase() !== "identity")
			return { violation: { kind: "unsupportedEncoding", sent: encoding } };
		if ("invalid" in read) return invalid(read.invalid);
		if (body === "incomplete" || body === undefined)
			return malformed({ pointer: "", detail: "is incomplete" });
		const found = kind.read
			? kind.read(body, mediaType ?? "")
			: parseJsonBody(body, maxDepth);
		// A form may have JSON in its fields.
		const parsed =
			kind.read && "value" in found
				? checkLimits(found.value, maxDepth)
				: found;
		if ("invalid" in parsed) return malformed(parsed.invalid);
		const places = kind.validate
			? findInvalidPlaces(parsed.value, kind.validate, MAX_PLACES + 1)
			: [];
		return places.length > 0
			? invalid(
					places,
					kind.validate?.errors?.map(({ keyword }) => keyword),
				)
			: { path, query: read.query, body: parsed.value };
	};
}
