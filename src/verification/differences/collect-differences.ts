import type { Deviation } from "../../document/judgment/align.ts";
import { findRefutedAssumptions } from "../../document/judgment/blame.ts";
import { judgeResponse } from "../../document/judgment/judge-response.ts";
import type { Contract } from "../contract.ts";
import type { CheckResult } from "../judge.ts";
import type { JudgedObservation, Observation } from "../observation.ts";
import { findOperationId } from "../operations.ts";
import type { Difference } from "../report.ts";
import {
	createDifferenceCollection,
	type DifferenceCollection,
	type Evidence,
} from "./difference-collection.ts";
import {
	addOtherMismatches,
	findRemainders,
	type Remainder,
} from "./other-mismatches.ts";

/** Headers that any server, framework or proxy sends, and those of the mock. */
const USUAL =
	/^(date|server|connection|keep-alive|transfer-encoding|content-.+|cache-control|expires|etag|last-modified|vary|via|age|access-control-.+|strict-transport-security|x-powered-by|x-content-type-options|x-frame-options|mock-.+)$/;

/** Returns the headers of a successful response that the document does not name, as `header <name>`. */
export function listUndeclaredHeaders(
	contract: Contract,
	{ target, status, response }: Observation,
): string[] {
	if (response.status >= 400) return [];
	const { headers: declared = {} } =
		contract.documented.findResponseAssumptions(target, status) ?? {};
	return Object.keys(response.headers)
		.filter((name) => !(name in declared) && !USUAL.test(name))
		.map((name) => `header ${name}`);
}

const keyOf = (
	operation: string,
	{ where, expected, actual }: Deviation,
): string => JSON.stringify([operation, where, expected, actual]);

function compareAll({
	contract,
	observations,
	reasons,
	renamed,
}: Evidence): JudgedObservation[] {
	const { operations, documented } = contract;
	const operationOf = ({ target, check }: Observation): string =>
		operations.some(({ id }) => id === target)
			? target
			: findOperationId(check, operations);
	return (
		observations
			// The request of a check that was not reached lacks the values of its provider state.
			.filter(
				({ check, isArrangement }) => isArrangement || !reasons.has(check),
			)
			.map((observation) => ({
				observation,
				operation: operationOf(observation),
				...judgeResponse(documented, observation, { renamed }),
			}))
	);
}

/** Whether a check passed, although the response violates the document. */
const isOverlooked = (
	{ passed, contract }: Evidence,
	{ check, target, request, response, status }: Observation,
): boolean =>
	passed.has(check) &&
	response.status === status &&
	contract.documented.findResponseViolation(
		target,
		request.method,
		response,
	) !== undefined;

/** Returns what a deviation in the response is about. */
function findSubject(
	{ target, status, request, response, isArrangement }: Observation,
	failure: CheckResult | undefined,
): Parameters<typeof findRefutedAssumptions>[1] {
	const isRejected = status < 400 && response.status >= 400 && !isArrangement;
	return {
		operation: target,
		status,
		// Only the check knows which rule a request breaks or keeps, and what a request with HEAD is about.
		...(failure &&
			((status >= 400 && response.status !== status) ||
				isRejected ||
				request.method === "HEAD") && {
				assumptions: failure.result.assumptions,
			}),
	};
}

/** Adds the deviations of the form, also in responses of which a check needs only a part, and counts them. */
function addDeviations(
	collection: DifferenceCollection,
	evidence: Evidence,
	compared: readonly JudgedObservation[],
): void {
	const { contract, failed, passed, reasons } = evidence;
	/** With --only, the checks of some operations also call others. */
	const verified = new Set(
		[...passed, ...failed.keys()].map((each) =>
			findOperationId(each, contract.operations),
		),
	);
	/** Returns the checks that failed because of the observation. Checks that need the same state set it up once. */
	const listFailed = ({ check, isArrangement }: Observation): string[] => {
		const because = reasons.get(check);
		if (because === undefined) return isArrangement ? [] : [check];
		return [...reasons.keys()].filter((each) => reasons.get(each) === because);
	};
	for (const { observation, operation, deviations } of compared) {
		const failure = failed.get(observation.check);
		const isVerified =
			verified.has(operation) && isOverlooked(evidence, observation);
		if (!failure && !isVerified) continue;
		const subject = findSubject(observation, failure);
		for (const deviation of deviations) {
			const { where, expected, actual, seen, isFound } = deviation;
			const mismatch = { where, expected, actual, message: "" };
			const key = keyOf(operation, deviation);
			collection.add(
				key,
				{ operation, where, expected, actual, seen },
				observation,
				findRefutedAssumptions(contract.documented, subject, mismatch).filter(
					// Another name shows nothing about the values.
					(id, _, all) => !isFound || all[0] === id,
				),
			);
			if (failure)
				for (const each of listFailed(observation))
					collection.explain(key, each);
		}
	}
	for (const { operation, deviations } of compared)
		for (const key of new Set(
			deviations.map((deviation) => keyOf(operation, deviation)),
		))
			collection.count(key);
}

/** Collects each way in which the service deviates once, and the properties and headers that the document does not know. */
export function collectDifferences(evidence: Evidence): {
	differences: Difference[];
	additional: string[];
	/** What failed checks found besides the deviations of the form, by description. */
	remainders: ReadonlyMap<string, Remainder>;
} {
	const compared = compareAll(evidence);
	const collection = createDifferenceCollection();
	addDeviations(collection, evidence, compared);
	const remainders = findRemainders(evidence, compared);
	addOtherMismatches(collection, evidence, remainders);
	const additional = compared
		// An error with another status has the properties of another problem.
		.filter(({ observation }) => observation.status < 400)
		.flatMap(({ operation, additional, observation }) =>
			[
				...additional,
				...listUndeclaredHeaders(evidence.contract, observation),
			].map((where) => `${operation} ${where}`),
		);
	return {
		differences: collection.list(evidence.headerNames),
		additional: [...new Set(additional)],
		remainders,
	};
}
