import {
	findDecisiveMismatches,
	findRefutedAssumptions,
} from "../document/judgment/blame.ts";
import { ArrangementFailure } from "./arrangement.ts";
import type { Check, Contract, Mismatch } from "./contract.ts";
import { NoResponseError, VerificationError } from "./errors.ts";
import { findOperationId } from "./operations.ts";
import type { InteractionResult, Provenance } from "./report.ts";

const RATE_LIMITED =
	"Lift the service's rate limit, or pass --header with credentials that have a higher one.";

/** Statuses that depend on the caller's rights and say nothing about the service. */
export const ACCESS_STATUSES: readonly number[] = [401, 403, 429];

/**
 * Returns what to do about a status that depends on the caller's rights; undefined for other statuses.
 * @param hasCredentials whether the request had credentials
 */
export function adviseOnAccess(
	status: number | undefined,
	hasCredentials: boolean,
): string | undefined {
	if (status === 429) return RATE_LIMITED;
	if (status === undefined || !ACCESS_STATUSES.includes(status))
		return undefined;
	return hasCredentials
		? "The service does not accept the credentials of --header. Pass others."
		: "Pass --header 'Authorization: …' with credentials that the service accepts.";
}

/** Whether one of the headers usually holds credentials. */
export const hasCredentials = (
	headers: Readonly<Record<string, string>>,
): boolean =>
	Object.keys(headers).some((name) =>
		/authorization|cookie|token|key|secret/i.test(name),
	);

/** Why a check has no response to compare. */
export type CheckFailure =
	| ArrangementFailure
	| NoResponseError
	| VerificationError;

export const isCheckFailure = (error: unknown): error is CheckFailure =>
	error instanceof ArrangementFailure ||
	error instanceof NoResponseError ||
	error instanceof VerificationError;

export type CheckOutcome =
	| CheckFailure
	| {
			readonly mismatches: readonly Mismatch[];
			readonly status?: number | undefined;
	  };

export interface CheckResult {
	readonly result: InteractionResult;
	/** The mismatch that refutes an assumption, by its id. */
	readonly refuted: ReadonlyMap<string, Mismatch>;
	/** Why the check could not be judged: its provider state could not be set up. */
	readonly notReached?: string;
	/** Whether it passes with the responses in the documented form, so that what it checks holds. */
	readonly held?: boolean;
	/** Whether it could not be verified because the service does not respond any more. */
	readonly isOutage?: boolean;
}

export const addDuration = (
	check: CheckResult,
	milliseconds: number,
): CheckResult => ({
	...check,
	result: { ...check.result, durationMs: Math.round(milliseconds) },
});

function findProvenance(
	{ ledger }: Contract,
	{ assumptions, external }: Check,
): Provenance {
	if (external) return "external";
	const isConfirmed = assumptions.every((id) =>
		ledger.some((entry) => entry.id === id && entry.status === "confirmed"),
	);
	return isConfirmed ? "confirmed" : "assumed";
}

/** Returns the mismatch of a status that depends on the caller's rights. */
const findDenied = (mismatches: readonly Mismatch[]): Mismatch | undefined =>
	mismatches.find(
		({ where, actual }) =>
			where === "status" && ACCESS_STATUSES.includes(Number(actual)),
	);

/**
 * Decides whether the check passed, and which assumptions its mismatches refute.
 * @param hasCredentials whether every request has credentials
 */
export function judge(
	contract: Contract,
	check: Check,
	outcome: CheckOutcome,
	hasCredentials = false,
): CheckResult {
	const { description, assumptions } = check;
	const operation = findOperationId(description, contract.operations);
	const provenance = findProvenance(contract, check);
	const refuted = new Map<string, Mismatch>();
	const createResult = (
		mismatches: readonly Mismatch[],
		notVerified?: string,
	): CheckResult => ({
		result: {
			description,
			operation,
			provenance,
			passed: mismatches.length === 0 && notVerified === undefined,
			assumptions,
			mismatches,
			...(notVerified !== undefined && { notVerified }),
		},
		refuted,
	});
	if (outcome instanceof NoResponseError)
		return {
			...createResult([], `The service ${outcome.message}`),
			isOutage: outcome.isOutage,
		};
	if (outcome instanceof VerificationError)
		return createResult([], outcome.message);

	const isArrangement = outcome instanceof ArrangementFailure;
	const mismatches = isArrangement ? [outcome.mismatch] : outcome.mismatches;
	const advice = adviseOnAccess(outcome.status, hasCredentials);
	if (mismatches.length > 0 && advice !== undefined)
		return createResult(
			[],
			`${isArrangement ? outcome.operation.id : operation} responded with ${outcome.status}. ${advice}`,
		);
	const denied = findDenied(mismatches);
	if (denied) {
		const { result } = createResult(mismatches);
		return {
			result: { ...result, accessDenied: true },
			refuted,
			notReached: `the service responded with ${denied.actual}, because it checks access before it looks at the request`,
		};
	}
	if (isArrangement)
		return { ...createResult(mismatches), notReached: outcome.message };
	if (provenance !== "external")
		for (const mismatch of findDecisiveMismatches(mismatches))
			for (const id of findRefutedAssumptions(
				contract.documented,
				{ ...check, operation },
				mismatch,
			))
				if (!refuted.has(id)) refuted.set(id, mismatch);
	return createResult(mismatches);
}
