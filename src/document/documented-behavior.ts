import { findByStatus, isJsonType, isMediaType } from "../values/http.ts";
import { computeByKey } from "../values/load-once.ts";
import {
	createRequestValidators,
	createResponseValidators,
	type DocumentedResponse,
	readResponses,
} from "./documented-responses.ts";
import {
	createStatusExpectation,
	type ExpectedStatus,
	findStatusViolation,
	type SentRequest,
} from "./expect-status.ts";
import { collectAssumptions } from "./extensions.ts";
import {
	findResponseViolation,
	type ReceivedResponse,
	typeOf,
} from "./find-response-violation.ts";
import type {
	DocumentModel,
	OperationModel,
	ResponseAssumptions,
} from "./model.ts";
import type { DocumentParts } from "./node.ts";
import type { RequestValidators } from "./validate-request.ts";

/**
 * The requests and responses that the OpenAPI document describes. A target is an operation id, or the reason why a
 * request matches no operation.
 */
export interface DocumentedBehavior {
	readonly operations: readonly OperationModel[];
	/** Returns the ids of the assumptions that each part of a response depends on. */
	findResponseAssumptions(
		target: string,
		status: number,
	): ResponseAssumptions | undefined;
	/** Returns the ids of the assumptions that the operation's request depends on. */
	findRequestAssumptions(operation: string): readonly string[];
	/** Returns the statuses that the document lists as numbers, not as classes or `default`. */
	listStatuses(target: string): readonly number[];
	/** Returns the status that the document expects for the request, and the reason if it is a rejection. */
	expectStatus(target: string, request: SentRequest): ExpectedStatus;
	/**
	 * @param mediaType the media type of the received response. If the document does not list it, returns the response
	 * in the first media type.
	 */
	findResponse(
		target: string,
		status: number,
		mediaType?: string,
	): DocumentedResponse | undefined;
	/** Returns how the response violates the document. Ignores the request. */
	findResponseViolation(
		target: string,
		method: string,
		response: ReceivedResponse,
	): string | undefined;
	/** Returns how the request or the response violates the document, or undefined if both conform. */
	findViolation(
		target: string,
		request: SentRequest,
		response: ReceivedResponse,
	): string | undefined;
}

/**
 * Returns what a document says about requests and responses. Reads each operation on first use, because a large document
 * takes seconds.
 * @param findValidators returns the functions that validate the requests to an operation. By default, they do not
 * apply defaults.
 */
export function createDocumentedBehavior(
	document: DocumentParts,
	model: DocumentModel,
	findValidators: (operation: string) => RequestValidators | undefined = (id) =>
		createRequestValidators(document, model, () => true, id).get(id),
): DocumentedBehavior {
	const { operations } = model;
	const { maxBytes, maxDepth } = model.limits;
	const limits = { maxBytes: Number(maxBytes), maxDepth: Number(maxDepth) };
	const targets = new Set(document.targets.map(([target]) => target));
	const findResponseValidators = createResponseValidators(document);
	/** Undefined if the document does not have the target. */
	const describeTarget = computeByKey((target: string) => {
		if (!targets.has(target)) return undefined;
		const validators = findResponseValidators(target);
		const operation = operations[target];
		const { inputs = [] } =
			document.operations.find(({ id }) => id === target) ?? {};
		return {
			responses: readResponses(document, model, target, validators),
			requestAssumptions: collectAssumptions(document, inputs),
			expectStatus:
				operation &&
				createStatusExpectation(
					operation,
					findValidators(target) ?? {},
					limits,
				),
		};
	});
	const findResponses = (target: string, status: number) =>
		findByStatus(describeTarget(target)?.responses ?? {}, status);
	/** The responses to requests that match no operation, by status. */
	const unmatched = Object.assign(
		{},
		...[...targets]
			.filter((target) => !(target in operations))
			.map((kind) => describeTarget(kind)?.responses),
	);
	const find = (target: string, status: number, mediaType = "") => {
		const all = findResponses(target, status)?.contents;
		const found =
			all?.find((each) => isMediaType(mediaType, each.mediaType)) ?? all?.[0];
		// The schema of a range of media types describes JSON only.
		return found?.mediaType.includes("*") && !isJsonType(mediaType)
			? { ...found, schema: undefined }
			: found;
	};
	const behavior: DocumentedBehavior = {
		operations: Object.values(operations),
		findResponseAssumptions: (target, status) =>
			(findResponses(target, status) ?? unmatched[status])?.assumptions,
		findRequestAssumptions: (operation) =>
			describeTarget(operation)?.requestAssumptions ?? [],
		listStatuses: (target) =>
			Object.keys(describeTarget(target)?.responses ?? {})
				.map(Number)
				.filter(Number.isInteger),
		expectStatus: (target, request) =>
			describeTarget(target)?.expectStatus?.(request) ?? {
				status: Number(behavior.listStatuses(target)[0]),
				...(target === "unknownPath" && {
					because: `no path is ${request.path.replace(/\?.*/s, "")}`,
				}),
			},
		findResponse: find,
		findResponseViolation: (target, method, response) =>
			findResponseViolation(
				find(target, response.status, typeOf(response)),
				method,
				response,
				model,
			),
		findViolation(target, request, response) {
			const operation = operations[target];
			const violation =
				operation && find(target, response.status)
					? findStatusViolation(
							operation,
							behavior.expectStatus(target, request),
							response.status,
						)
					: undefined;
			return (
				violation ??
				behavior.findResponseViolation(target, request.method, response)
			);
		},
	};
	return behavior;
}
