import { findInvalidPlaces, MAX_PLACES } from "../../schemas/validation.ts";
import { createProblem, findDocumentedProblem } from "../response/problems.ts";
import type {
	InvalidPlace,
	OperationDefinition,
	OperationSpec,
	Reply,
	Service,
} from "../service.ts";
import type { BodyFailure, BodyStart } from "./body.ts";
import { decodeText, type JsonText, parseJsonBody } from "./json.ts";
import { readQuery } from "./query.ts";
import type { MockRequest } from "./request.ts";

/** The decoded body, or why it was not read; undefined if the operation takes none. */
export type RequestBody = JsonText | BodyFailure | undefined;

export const decodeBody = (body: Uint8Array | BodyFailure): RequestBody =>
	typeof body === "string" ? body : decodeText(body);

/** Decodes a body whose rest may still be read. */
export function decodeStart(
	start: BodyStart | "incomplete",
	takesBody: boolean | undefined,
): RequestBody {
	if (start === "incomplete") return start;
	if (start.rest) return "too large";
	return takesBody === false && start.bytes.byteLength === 0
		? undefined
		: decodeText(start.bytes);
}

export type Input = { query: Record<string, unknown>; body: unknown };

/**
 * Validates a request against the OpenAPI document.
 * @returns in `rejection`, the reply for the first violation in the order 413, 415, 400
 */
export type ValidateInput = (
	request: MockRequest,
	search: string,
	body: RequestBody,
) => Input | { rejection: Reply };

/** Ignores parameters and case (RFC 9110 section 8.3.1). */
const isOfType = (sent: string | null, mediaType: string): boolean =>
	sent === mediaType ||
	sent?.split(";", 1)[0]?.trim().toLowerCase() === mediaType;

export const rejectInvalid = (
	spec: OperationSpec,
	errors: readonly InvalidPlace[],
): Reply => {
	const isCut = errors.length > MAX_PLACES;
	const count = isCut ? `more than ${MAX_PLACES}` : errors.length;
	return createProblem(
		"invalid",
		{
			places: count === 1 ? "one place" : `${count} places`,
			listed: isCut ? `the first ${MAX_PLACES} are listed` : "see errors",
		},
		findDocumentedProblem("invalid", spec),
		{ errors: errors.slice(0, MAX_PLACES) },
	);
};

export function createInputValidator(
	definition: OperationDefinition,
	{ maxBytes, maxDepth }: Service["limits"],
): ValidateInput {
	const { spec, validateQuery, validateBody: validator } = definition;
	const expected = spec.body ?? "";
	const invalid = (errors: readonly InvalidPlace[]) => ({
		rejection: rejectInvalid(spec, errors),
	});
	const reject = (
		kind: "tooLarge" | "unsupportedMedia",
		facts: Parameters<typeof createProblem>[1],
	) => ({
		rejection: createProblem(kind, facts, findDocumentedProblem(kind, spec)),
	});
	const rejectEncoding = (sent: string) => ({
		rejection: {
			...createProblem(
				"unsupportedEncoding",
				{ sent },
				findDocumentedProblem("unsupportedMedia", spec),
			),
			headers: { "accept-encoding": "identity" },
		},
	});
	const readSearch = (search: string) =>
		validateQuery
			? readQuery(search, spec.query, validateQuery)
			: { query: {} };
	// By far the most frequent query.
	const noSearch = readSearch("");

	return (request, search, body) => {
		const read = search === "" ? noSearch : readSearch(search);
		if (!validator)
			return "invalid" in read
				? invalid(read.invalid)
				: { query: read.query, body: undefined };

		if (body === "too large") return reject("tooLarge", { limit: maxBytes });
		const mediaType = request.header("content-type");
		if (!isOfType(mediaType, expected))
			return reject("unsupportedMedia", {
				sent: mediaType ? `Content-Type ${mediaType}` : "no Content-Type",
				expected,
			});
		const encoding = request.header("content-encoding");
		if (encoding !== null && encoding.trim().toLowerCase() !== "identity")
			return rejectEncoding(encoding);
		if ("invalid" in read) return invalid(read.invalid);
		if (body === "incomplete" || body === undefined)
			return invalid([{ pointer: "", detail: "is incomplete" }]);
		const parsed = parseJsonBody(body, maxDepth);
		if ("invalid" in parsed) return invalid([parsed.invalid]);
		const places = findInvalidPlaces(parsed.value, validator, MAX_PLACES + 1);
		return places.length > 0
			? invalid(places)
			: { query: read.query, body: parsed.value };
	};
}
