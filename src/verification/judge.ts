import { ArrangementFailure } from "./arrangement.ts";
import {
	blameArrangement,
	findDecisiveMismatches,
	findRefutedAssumptions,
} from "./blame.ts";
import type { Contract, Mismatch } from "./contract.ts";
import type { StateFailure } from "./pact/start-state-server.ts";
import type { InteractionResult, Provenance } from "./report.ts";
import type { NoResponseError } from "./send.ts";

/** An interaction or a probe, as the verdict needs it. */
export interface Check {
	readonly description: string;
	/** The operation that the description begins with; the empty string where it begins with none. */
	readonly operation: string;
	readonly assumptions: readonly string[];
	/** The status that it expects. */
	readonly status: number;
	readonly provenance: Provenance;
}

/** How a check went. */
export type CheckOutcome =
	| {
			readonly kind: "done";
			readonly mismatches: readonly Mismatch[];
			readonly actualStatus?: number;
	  }
	| { readonly kind: "not arranged"; readonly failure: StateFailure }
	| { readonly kind: "no answer"; readonly failure: NoResponseError };

/** A result, and which assumptions it refutes by which mismatch. */
export interface CheckResult {
	readonly result: InteractionResult;
	readonly refuted: ReadonlyMap<string, Mismatch>;
}

/** Statuses that speak of the caller's rights and not of the service. */
const GUARDED = new Map([
	[401, "Pass --header 'Authorization: …' with credentials it accepts."],
	[403, "Pass --header 'Authorization: …' with credentials it accepts."],
	[429, "Lift its rate limit for the verification."],
]);

export const findOperationId = (
	description: string,
	operations: Contract["operations"],
): string =>
	operations.find(({ id }) => description.startsWith(`${id}:`))?.id ?? "";

function resultOf(
	check: Check,
	mismatches: readonly Mismatch[],
	notVerified?: string,
): InteractionResult {
	return {
		description: check.description,
		operation: check.operation,
		provenance: check.provenance,
		passed: mismatches.length === 0 && notVerified === undefined,
		assumptions: check.assumptions,
		mismatches,
		...(notVerified !== undefined && { notVerified }),
	};
}

const nothing: ReadonlyMap<string, Mismatch> = new Map();

function judgeArrangement(
	contract: Contract,
	check: Check,
	failure: StateFailure,
): CheckResult {
	if (!(failure instanceof ArrangementFailure))
		return { result: resultOf(check, [], failure.message), refuted: nothing };
	const guard = GUARDED.get(failure.status);
	if (guard !== undefined)
		return {
			result: resultOf(
				check,
				[],
				`${failure.operation} answered ${failure.status}. ${guard}`,
			),
			refuted: nothing,
		};
	const ids = blameArrangement(contract, failure.operation, failure.mismatch);
	return {
		result: resultOf(check, [failure.mismatch]),
		refuted: new Map(ids.map((id) => [id, failure.mismatch])),
	};
}

/** What an outcome says of the check, and which assumptions it refutes. */
export function judge(
	contract: Contract,
	check: Check,
	outcome: CheckOutcome,
): CheckResult {
	if (outcome.kind === "not arranged")
		return judgeArrangement(contract, check, outcome.failure);
	if (outcome.kind === "no answer")
		return {
			result: resultOf(check, [], outcome.failure.message),
			refuted: nothing,
		};
	const { mismatches, actualStatus = 0 } = outcome;
	const guard = GUARDED.get(actualStatus);
	if (mismatches.length > 0 && guard !== undefined)
		return {
			result: resultOf(
				check,
				[],
				`${check.operation} answered ${actualStatus}. ${guard}`,
			),
			refuted: nothing,
		};
	const refuted = new Map<string, Mismatch>();
	if (check.provenance !== "external")
		for (const mismatch of findDecisiveMismatches(mismatches))
			for (const id of findRefutedAssumptions(contract, check, mismatch))
				if (!refuted.has(id)) refuted.set(id, mismatch);
	return { result: resultOf(check, mismatches), refuted };
}
