import { listInput } from "../../document/judgment/judge-response.ts";
import { ArrangementFailure } from "../arrangement.ts";
import type { Contract, Send } from "../contract.ts";
import {
	addDuration,
	type CheckFailure,
	type CheckResult,
	isCheckFailure,
	judge,
} from "../judge.ts";
import type { Observation } from "../observation.ts";
import { buildRequest } from "../operations.ts";
import type { RunContext } from "./observer.ts";

/** The request conflicts with stored data, which says nothing about its form. */
const CONFLICT = 409;
const MAX_SHOWN = 200;

type Operation = Contract["operations"][number];

const createFailure = (
	operation: Operation,
	status: number,
	text: string,
	purpose: string,
): ArrangementFailure =>
	new ArrangementFailure(
		operation,
		status,
		{ where: "status", expected: `${operation.success}`, actual: `${status}` },
		`responded with ${status}: ${text.slice(0, MAX_SHOWN)}`,
		purpose,
	);

/** Sends a request without the violation. Returns why it does not show that the service accepts such requests. */
async function findRejection(
	operation: Operation,
	input: ReturnType<Contract["createValidRequest"]>,
	send: Send,
): Promise<CheckFailure | undefined> {
	try {
		const { status, body } = await send(buildRequest(operation, input));
		return status < 400
			? undefined
			: createFailure(
					operation,
					status,
					`${body}`,
					"called without a violation",
				);
	} catch (error) {
		if (isCheckFailure(error)) return error;
		throw error;
	}
}

/**
 * Sends the rejected request of each check again without the violation, each different one once. If the service rejects
 * that too, the check is not reached: the service had another reason to reject the first request.
 */
export async function confirmRejections(
	{ contract, observer, hasCredentials }: RunContext,
	checks: readonly CheckResult[],
): Promise<CheckResult[]> {
	const known = new Map<string, Promise<CheckFailure | undefined>>();
	const findFailure = async (
		{ result }: CheckResult,
		{ status, target, request, response }: Observation,
	): Promise<CheckFailure | undefined> => {
		const operation = contract.operations.find(({ id }) => id === target);
		if (!operation || status < 400 || response.status < 400) return undefined;
		if (result.passed && response.status === CONFLICT)
			return createFailure(
				operation,
				CONFLICT,
				`${response.body}`,
				"called with an invalid request",
			);
		const names = listInput(request).map(([name]) => name);
		const input = contract.createValidRequest(target, names);
		// Values such as names are new in each request.
		const { query, body } = input;
		const key = JSON.stringify([target, query, Object.keys(Object(body))]);
		const send = observer.arrangeFor(result.description);
		const failure = known.get(key) ?? findRejection(operation, input, send);
		known.set(key, failure);
		return failure;
	};
	const confirmed: CheckResult[] = [];
	for (const check of checks) {
		const { description, assumptions, durationMs = 0 } = check.result;
		const { provenance, notVerified, accessDenied } = check.result;
		const rejected = observer.observations.findLast(
			(each) => each.check === description && !each.isArrangement,
		);
		const isJudged =
			notVerified === undefined &&
			!accessDenied &&
			check.notReached === undefined;
		const failure =
			rejected && isJudged && provenance !== "external"
				? await findFailure(check, rejected)
				: undefined;
		confirmed.push(
			failure
				? addDuration(
						judge(
							contract,
							{ description, assumptions, status: rejected?.status ?? 0 },
							failure,
							hasCredentials,
						),
						durationMs,
					)
				: check,
		);
	}
	return confirmed;
}
