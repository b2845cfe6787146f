import { findRefutedAssumptions } from "../blame.ts";
import type { Contract } from "../contract.ts";
import type { CheckResult } from "../judge.ts";
import type { Difference } from "../report.ts";
import type { Deviation } from "./alignment.ts";
import {
	type ComparedResponse,
	compareResponse,
	type Observation,
} from "./compare-response.ts";
import {
	createDifferenceCollection,
	type DifferenceCollection,
} from "./difference-collection.ts";

/** What the differences are collected from. */
export interface Evidence {
	readonly contract: Contract;
	readonly observations: readonly Observation[];
	/** The failed checks, by description. */
	readonly failed: ReadonlyMap<string, CheckResult>;
	/** The descriptions of the checks that passed, without those of other consumers. */
	readonly passed: ReadonlySet<string>;
	/** Their results when they receive the responses in the documented form. */
	readonly translated: ReadonlyMap<string, CheckResult>;
	/** The exchanges of that second run. */
	readonly laterObservations: readonly Observation[];
	/** Why a check was not reached, by its description. */
	readonly reasons: ReadonlyMap<string, string>;
	readonly renamed: Map<string, string>;
	readonly headerNames: readonly string[];
}

interface ComparedObservation extends ComparedResponse {
	readonly observation: Observation;
	readonly operation: string;
}

/** Without the index of an item, a place is the same in every response. */
const generalize = (where: string): string =>
	where.replaceAll(/\[\d+\]/g, "[*]");

const isWithin = (one: string, other: string): boolean =>
	one === other || one.startsWith(`${other}.`) || one.startsWith(`${other}[`);

const keyOf = (
	operation: string,
	{ where, expected, actual }: Deviation,
): string => JSON.stringify([operation, where, expected, actual]);

function compareAll({
	contract,
	observations,
	failed,
	reasons,
	renamed,
}: Evidence): ComparedObservation[] {
	const { operations, documented } = contract;
	const operationOf = ({ target, check }: Observation): string =>
		operations.some(({ id }) => id === target)
			? target
			: (failed.get(check)?.result.operation ?? "");
	return (
		observations
			// The request of a check that was not reached lacks the values of its provider state.
			.filter(
				({ check, isArrangement }) => isArrangement || !reasons.has(check),
			)
			.map((observation) => ({
				observation,
				operation: operationOf(observation),
				...compareResponse(documented, observation, renamed),
			}))
	);
}

/** Adds the deviations of the form, also in responses of which a check needs only a part, and counts them. */
function addDeviations(
	collection: DifferenceCollection,
	{ contract, failed, passed, reasons }: Evidence,
	compared: readonly ComparedObservation[],
): void {
	/** Whether a check passed, although the response violates the document. */
	const isOverlooked = ({
		check,
		target,
		request,
		response,
		status,
	}: Observation) =>
		passed.has(check) &&
		response.status === status &&
		contract.documented.findResponseViolation(
			target,
			request.method,
			response,
		) !== undefined;
	/** Returns the checks that failed because of the observation. Checks that need the same state set it up once. */
	const listFailed = ({ check, isArrangement }: Observation): string[] => {
		const because = reasons.get(check);
		if (because === undefined) return isArrangement ? [] : [check];
		return [...reasons.keys()].filter((each) => reasons.get(each) === because);
	};
	for (const { observation, operation, deviations } of compared) {
		const { check, status, target, request, response } = observation;
		const failure = failed.get(check);
		if (!failure && !isOverlooked(observation)) continue;
		const isAccepted = status >= 400 && response.status < 300;
		const subject = {
			operation: target,
			status,
			// Only the check knows which rule an accepted request breaks, and what a request with HEAD is about.
			...(failure &&
				(isAccepted || request.method === "HEAD") && {
					assumptions: failure.result.assumptions,
				}),
		};
		for (const deviation of deviations) {
			const { where, expected, actual } = deviation;
			const mismatch = { where, expected, actual, message: "" };
			const key = keyOf(operation, deviation);
			collection.add(
				key,
				{ operation, where, expected, actual },
				observation,
				findRefutedAssumptions(contract, subject, mismatch),
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

/** Adds the first mismatch of each failed check that no deviation of the form explains. */
function addOtherMismatches(
	collection: DifferenceCollection,
	{ failed, translated, laterObservations, reasons }: Evidence,
	compared: readonly ComparedObservation[],
): void {
	for (const [description, failure] of failed) {
		const { result, refuted } = translated.get(description) ?? failure;
		const { operation } = result;
		const own = compared.filter(
			({ observation: { check, isArrangement } }) =>
				check === description && !isArrangement,
		);
		const last = own.at(-1);
		// A response of another form has nothing in common with the expected one.
		if (!last?.isReadable || reasons.has(description)) continue;
		const isTranslated = translated.has(description);
		const explains =
			(place: string) =>
			({ where, isFound, implies }: Deviation): boolean =>
				implies?.includes(place) ||
				(!(isTranslated && isFound) &&
					(isWithin(place, where) || isWithin(where, place)));
		const known = own.flatMap(({ deviations }) => deviations);
		const mismatch = result.mismatches.find(
			({ where }) => !known.some(explains(generalize(where))),
		);
		if (!mismatch) continue;
		const { expected, actual } = mismatch;
		const where = generalize(mismatch.where);
		const key = JSON.stringify([operation, where, actual === "[]"]);
		collection.add(
			key,
			{ operation, where, expected, actual },
			// The response that the mismatch is about.
			(isTranslated &&
				laterObservations.findLast(
					({ check, isArrangement }) => check === description && !isArrangement,
				)) ||
				last.observation,
			refuted.keys(),
			description,
		);
		collection.explain(key, description);
	}
}

/** Collects each way in which the service deviates once, and the properties that the document does not know. */
export function collectDifferences(evidence: Evidence): {
	differences: Difference[];
	additional: string[];
} {
	const compared = compareAll(evidence);
	const collection = createDifferenceCollection();
	addDeviations(collection, evidence, compared);
	addOtherMismatches(collection, evidence, compared);
	const additional = compared
		// An error with another status has the properties of another problem.
		.filter(({ observation }) => observation.status < 400)
		.flatMap(({ operation, additional }) =>
			additional.map((where) => `${operation} ${where}`),
		);
	return {
		differences: collection.list(evidence.headerNames),
		additional: [...new Set(additional)],
	};
}
