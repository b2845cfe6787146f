import type { Deviation } from "../../document/judgment/align.ts";
import { findRefutedAssumptions } from "../../document/judgment/blame.ts";
import type { Contract } from "../contract.ts";
import type { CheckResult } from "../judge.ts";
import type { Observation } from "../observer.ts";
import { findOperationId } from "../operations.ts";
import type { VerificationReport } from "../report.ts";
import {
	type ComparedObservation,
	type Evidence,
	mergeSightings,
	type Sighting,
} from "./difference-collection.ts";
import {
	findRemainders,
	listOtherMismatches,
	type Remainder,
} from "./other-mismatches.ts";

/** Headers that any server, framework or proxy may send, and the headers of the mock. */
const USUAL =
	/^(date|server|connection|keep-alive|transfer-encoding|content-.+|cache-control|expires|etag|last-modified|vary|via|age|access-control-.+|strict-transport-security|x-powered-by|x-content-type-options|x-frame-options|mock-.+)$/;

/** Returns the headers of a successful response that the document does not name, as `header <name>`. */
function listUndeclaredHeaders(
	{ documented }: Contract,
	{ target, status, response }: Observation,
): string[] {
	if (response.status >= 400) return [];
	const { headers: declared = {} } =
		documented.findResponseAssumptions(target, status) ?? {};
	return Object.keys(response.headers)
		.filter((name) => !(name in declared) && !USUAL.test(name))
		.map((name) => `header ${name}`);
}

function compareAll({
	contract: { operations },
	observer,
	translating,
	reasons,
}: Evidence): ComparedObservation[] {
	const operationOf = ({ target, check }: Observation): string =>
		operations.some(({ id }) => id === target)
			? target
			: findOperationId(check, operations);
	// Where the service takes requests in another form, only the second run shows what else deviates.
	const isLearnt = translating.observations.some((each) => each.adapted);
	const again = isLearnt
		? translating.observations.map((each) => ({ ...each, isAgain: true }))
		: [];
	return (
		[...observer.observations, ...again]
			// The request of a check that was not reached lacks the values of its provider state.
			.filter(
				({ check, isArrangement }) => isArrangement || !reasons.has(check),
			)
			.map((observation) => ({
				...observation,
				...observer.compare(observation),
				operation: operationOf(observation),
			}))
	);
}

/** Whether a check passed, although the response violates the document. */
const isOverlooked = (
	{ passed, contract: { documented } }: Evidence,
	{ check, target, request, response, status }: Observation,
): boolean =>
	passed.has(check) &&
	response.status === status &&
	documented.findResponseViolation(target, request.method, response) !==
		undefined;

/** Returns what a deviation in the response is about. */
function findSubject(
	{ target, status, request, response, isArrangement }: Observation,
	failure: CheckResult | undefined,
): Parameters<typeof findRefutedAssumptions>[1] {
	const isRejected = status < 400 && response.status >= 400 && !isArrangement;
	const isAccepted = status >= 400 && response.status !== status;
	// Only the check knows which rule a request breaks or keeps, and what a request with HEAD is about.
	const isOfCheck = isAccepted || isRejected || request.method === "HEAD";
	return {
		operation: target,
		status,
		...(failure && isOfCheck && { assumptions: failure.assumptions }),
	};
}

const keyOf = (
	operation: string,
	{ where, expected, actual }: Deviation,
): string => JSON.stringify([operation, where, expected, actual]);

/** Returns the deviations of the form, also in responses of which a check needs only a part. */
function listDeviations(
	evidence: Evidence,
	compared: readonly ComparedObservation[],
): Sighting[] {
	const { contract, failed, passed, reasons } = evidence;
	/** With --only, the checks of some operations also call others. */
	const verified = new Set(
		[...passed.keys(), ...failed.keys()].map((each) =>
			findOperationId(each, contract.operations),
		),
	);
	/** Returns the checks that failed because of the observation. Checks that need the same state set it up once. */
	const listFailed = ({ check, isArrangement }: Observation): string[] => {
		const because = reasons.get(check);
		if (because === undefined) return isArrangement ? [] : [check];
		return [...reasons.keys()].filter((each) => reasons.get(each) === because);
	};
	return compared.flatMap((example) => {
		const { operation, check, deviations } = example;
		const failure = failed.get(check);
		const isShown =
			failure || (verified.has(operation) && isOverlooked(evidence, example));
		if (!isShown) return [];
		const subject = findSubject(example, failure);
		const explains = failure ? listFailed(example) : [];
		return deviations.map((deviation) => {
			const { where, expected, actual, seen, isFound } = deviation;
			const refuted = findRefutedAssumptions(
				contract.documented,
				subject,
				deviation,
			);
			return {
				...{ key: keyOf(operation, deviation), operation, where, expected },
				...{ actual, seen, example, explains },
				// Another name shows nothing about the values.
				assumptions: isFound ? refuted.slice(0, 1) : refuted,
			};
		});
	});
}

/** Collects each way in which the service deviates once, and the properties and headers that the document does not know. */
export function collectDifferences(evidence: Evidence): Pick<
	VerificationReport,
	"differences" | "additional"
> & {
	/** What failed checks found besides the deviations of the form, by description. */
	readonly remainders: ReadonlyMap<string, Remainder>;
} {
	const compared = compareAll(evidence);
	const remainders = findRemainders(evidence, compared);
	const additional = compared
		// An error with another status has the properties of another problem.
		.filter(({ status }) => status < 400)
		.flatMap((each) =>
			[
				...each.additional,
				...listUndeclaredHeaders(evidence.contract, each),
			].map((where) => `${each.operation} ${where}`),
		);
	return {
		differences: mergeSightings(
			[
				...listDeviations(evidence, compared),
				...listOtherMismatches(evidence, remainders),
			],
			compared.map(
				({ operation, deviations }) =>
					new Set(deviations.map((each) => keyOf(operation, each))),
			),
			evidence.headerNames,
		),
		additional: [...new Set(additional)],
		remainders,
	};
}
