import { findByStatus, isJsonType, isMediaType } from "../values/http.ts";
import { computeByKey } from "../values/load-once.ts";
import {
	type DescribedResponses,
	type DocumentedResponse,
	readResponses,
} from "./documented-responses.ts";
import {
	createStatusExpectation,
	type ExpectedStatus,
	findStatusViolation,
	type SentRequest,
} from "./expect-status.ts";
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
import type { RequestLimits, RequestValidators } from "./validate-request.ts";

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

/** What a document says about one target. */
interface TargetDescription extends DescribedResponses {
	readonly requestAssumptions: readonly string[];
	readonly requestValidators: RequestValidators;
}

/** A prepared document with its validators. */
interface PreparedService {
	readonly model: Pick<
		DocumentModel,
		"operations" | "metricFamilies" | "problemNames"
	> & { readonly limits: RequestLimits };
	/** The ids of the operations, and the kinds of unmatched requests. */
	readonly targets: readonly string[];
	/** Returns what the document says about one of the targets. Called once for each target that is used. */
	describe(target: string): TargetDescription;
}

/** Returns what a prepared document says about requests and responses. */
export function createDocumentedBehavior({
	model,
	targets,
	describe,
}: PreparedService): DocumentedBehavior {
	const { operations } = model;
	const known = new Set(targets);
	/** Undefined if the document does not have the target. */
	const describeTarget = computeByKey((target: string) => {
		if (!known.has(target)) return undefined;
		const described = describe(target);
		const { responses, requestAssumptions, requestValidators } = described;
		const operation = operations[target];
		return {
			...{ responses, requestAssumptions },
			documented: readResponses(model, target, described),
			expectStatus:
				operation &&
				createStatusExpectation(operation, requestValidators, model.limits),
		};
	});
	/** The responses to requests that match no operation, by status. */
	const unmatched = Object.assign(
		{},
		...targets
			.filter((target) => !(target in operations))
			.map((kind) => describeTarget(kind)?.responses),
	);
	const find = (target: string, status: number, mediaType = "") => {
		const all = findByStatus(describeTarget(target)?.documented ?? {}, status);
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
			(
				findByStatus(describeTarget(target)?.responses ?? {}, status) ??
				unmatched[status]
			)?.assumptions,
		findRequestAssumptions: (operation) =>
			describeTarget(operation)?.requestAssumptions ?? [],
		listStatuses: (target) =>
			Object.keys(describeTarget(target)?.documented ?? {})
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
