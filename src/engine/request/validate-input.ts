import {
	createRequestValidator,
	decodeText,
	type Input,
	type RequestBody,
	type Violation,
} from "../../document/validate-request.ts";
import { MAX_PLACES } from "../../values/validation.ts";
import type {
	InvalidPlace,
	OperationDefinition,
	OperationModel,
	Reply,
	Service,
} from "../model/service.ts";
import { createProblem, findDocumentedProblem } from "../response/problems.ts";
import type { BodyFailure, BodyStart, MockRequest } from "./request.ts";

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

/**
 * Validates a request against the OpenAPI document.
 * @returns in `rejection`, the reply for the first violation in the order 413, 415, 400
 */
export type ValidateInput = (
	request: MockRequest,
	search: string,
	body: RequestBody,
) => Input | { rejection: Reply };

export const rejectInvalid = (
	spec: OperationModel,
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

/** Creates the reply to a request that violates the OpenAPI document. */
function rejectViolation(spec: OperationModel, violation: Violation): Reply {
	if (violation.kind === "invalid")
		return rejectInvalid(spec, violation.places);
	if (violation.kind !== "unsupportedEncoding") {
		const { kind, ...facts } = violation;
		return createProblem(kind, facts, findDocumentedProblem(kind, spec));
	}
	const { kind, sent } = violation;
	const documented = findDocumentedProblem("unsupportedMedia", spec);
	return {
		...createProblem(kind, { sent }, documented),
		headers: { "accept-encoding": "identity" },
	};
}

export function createInputValidator(
	definition: OperationDefinition,
	limits: Service["limits"],
): ValidateInput {
	const { spec } = definition;
	const validate = createRequestValidator(spec, definition, limits);
	return (request, search, body) => {
		const result = validate(request, search, body);
		return "violation" in result
			? { rejection: rejectViolation(spec, result.violation) }
			: result;
	};
}
