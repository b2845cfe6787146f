import type { PathValues } from "../../document/path-template.ts";
import {
	createRequestValidator,
	decodeText,
	type Input,
	problemOf,
	type RequestBody,
	type Violation,
} from "../../document/validate-request.ts";
import { computeByKey } from "../../values/load-once.ts";
import { MAX_PLACES } from "../../values/validation.ts";
import type {
	InvalidPlace,
	OperationDefinition,
	OperationModel,
	Rejection,
	Reply,
	Service,
} from "../model/service.ts";
import type {
	BodyFailure,
	BodyStart,
	MockRequest,
} from "../request/request.ts";
import { createProblem, findDocumentedProblem } from "../response/problems.ts";
import { createRender, type Render } from "../response/response.ts";

type Labels = Readonly<Record<string, string>>;

/** An operation, with the values that are computed once for all its exchanges. */
export interface Operation
	extends Pick<OperationDefinition, "spec" | "handle"> {
	readonly takesBody: boolean;
	/** Loads what `validateInput` needs. Undefined afterwards, because each promise takes time. */
	prepare: (() => Promise<void>) | undefined;
	/**
	 * Validates a request against the OpenAPI document.
	 * @returns in `rejection`, the reply for the first violation in the order 413, 415, 400
	 */
	readonly validateInput: (
		request: MockRequest,
		search: string,
		body: RequestBody,
		path?: PathValues,
	) => Input | { rejection: Reply };
	readonly render: Render;
	/**
	 * Returns the metric labels. Returns the same object for the same status, because the histogram caches by identity.
	 */
	readonly getMetricLabels: (status: number) => Labels;
}

/** Whether the start of a body contains no bytes, and no more bytes may follow. */
export const isEmpty = (start: BodyStart | "incomplete" | undefined): boolean =>
	start === undefined ||
	(typeof start === "object" && !start.rest && start.bytes.byteLength === 0);

/** Decodes a body, or the start of a body whose rest was not read yet. */
export function decodeBody(
	read: Uint8Array | BodyStart | BodyFailure,
): RequestBody {
	if (typeof read === "string") return read;
	if (!("bytes" in read)) return decodeText(read);
	return read.rest ? "too large" : decodeText(read.bytes);
}

const rejectInvalid = (
	spec: OperationModel,
	errors: readonly InvalidPlace[],
	kind: "invalid" | "malformed" = "invalid",
	problem: string = kind,
): Reply => {
	const isCut = errors.length > MAX_PLACES;
	const count = isCut ? `more than ${MAX_PLACES}` : errors.length;
	return createProblem(
		"invalid",
		{
			places: count === 1 ? "one place" : `${count} places`,
			listed: isCut ? `the first ${MAX_PLACES} are listed` : "see errors",
		},
		findDocumentedProblem(kind, spec, problem),
		{ errors: errors.slice(0, MAX_PLACES) },
	);
};

/** Creates the reply to a request that the handler rejects. */
export function rejectAsHandled(
	spec: OperationModel,
	rejection: Rejection,
): Reply {
	if ("invalid" in rejection) return rejectInvalid(spec, rejection.invalid);
	const { problem, reason } = rejection;
	const listed = findDocumentedProblem(problem, spec);
	return createProblem(problem, { reason }, listed);
}

/** Creates the reply to a request that violates the OpenAPI document. */
function rejectViolation(spec: OperationModel, violation: Violation): Reply {
	if ("places" in violation)
		return rejectInvalid(
			...([spec, violation.places, violation.kind] as const),
			problemOf(violation, spec.problems),
		);
	const { kind, ...facts } = violation;
	const reply = createProblem(kind, facts, findDocumentedProblem(kind, spec));
	// A document may have one response for whatever is invalid, with the places that are wrong.
	const [shared] = (["malformed", "invalid"] as const).filter(
		(each) => reply.status === spec.problems[each],
	);
	const places = [{ pointer: "", detail: `${reply.problem?.detail}` }];
	const rejection = shared ? rejectInvalid(spec, places, shared) : reply;
	return kind === "unsupportedEncoding"
		? { ...rejection, headers: { "accept-encoding": "identity" } }
		: rejection;
}

export function createOperation(
	definition: OperationDefinition,
	{ limits, unmatched }: Service,
): Operation {
	const { spec, handle, loadValidators } = definition;
	const takesInput = spec.bodies.length + spec.parameters.length > 0;
	let validate = createRequestValidator(spec, definition, limits);
	const operation: Operation = {
		spec,
		handle,
		takesBody: spec.bodies.length > 0,
		prepare:
			loadValidators && takesInput
				? async () => {
						const validators = await loadValidators();
						validate = createRequestValidator(spec, validators, limits);
						operation.prepare = undefined;
					}
				: undefined,
		validateInput(request, search, body, path) {
			const result = validate(request, search, body, path);
			return "violation" in result
				? { rejection: rejectViolation(spec, result.violation) }
				: result;
		},
		render: createRender(
			spec.responses,
			unmatched.head.assumptions,
			spec.problems.tooLarge,
		),
		getMetricLabels: computeByKey((status) => ({
			...{ operation: spec.id, status: `${status}` },
		})),
	};
	return operation;
}
