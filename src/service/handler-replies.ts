import type {
	InvalidPlace,
	OperationModel,
	Reply,
	ResponseModel,
} from "../engine/model/service.ts";
import {
	createProblem,
	type loadReasons,
	ownResponse,
} from "../engine/response/problems.ts";
import { findByStatus } from "../values/http.ts";
import { lowerNames } from "../values/json.ts";
import { requireStatus } from "./require-reply.ts";

type Reasons = Awaited<ReturnType<typeof loadReasons>>;

/** Creates the function with which a handler rejects a request, in the form of the document. */
export const createReject =
	({ responses }: OperationModel, reasonOf: Reasons) =>
	(status: number, detail: string, errors?: readonly InvalidPlace[]): Reply => {
		const listed = findByStatus(responses, status);
		const reason = reasonOf(status);
		const spec = { ...(listed ?? ownResponse("")), reason };
		return createProblem(
			"handler",
			{ reason: detail },
			{ ...listed, status, reason, spec },
			errors && { errors },
		);
	};

/**
 * Creates the function with which a handler responds.
 * @param findListed returns the response that the OpenAPI document lists for a status
 */
export const createReply =
	(
		reasonOf: Reasons,
		findListed: (status: number) => ResponseModel | undefined,
	) =>
	(status: number, body?: unknown, given: Reply["headers"] = {}): Reply => {
		requireStatus(status);
		const headers = lowerNames(given);
		const common = { status, body: body ?? "", headers };
		const listed = findListed(status);
		if (listed && body !== undefined) return common;
		const { "content-type": sent } = headers;
		const usual = typeof body === "string" ? "text/plain" : "application/json";
		const mediaType = body === undefined ? "" : (sent ?? usual);
		const { assumptions = [] } = listed ?? {};
		const reason = reasonOf(status);
		return { ...common, spec: { mediaType, reason, assumptions } };
	};
