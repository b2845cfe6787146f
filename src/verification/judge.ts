import {
	findDecisiveMismatches,
	findRefutedAssumptions,
} from "../document/judgment/blame.ts";
import type { Check, Contract, Mismatch } from "./contract.ts";
import {
	ArrangementFailure,
	type CheckFailure,
	NoResponseError,
	VerificationError,
} from "./errors.ts";
import { findOperationId } from "./operations.ts";
import type { InteractionResult, Provenance } from "./report.ts";
import type { VerificationContext } from "./verify-options.ts";

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

/**
 * Returns the mismatch that refutes an assumption, by its id.
 * @param subject what the mismatches are about
 */
export function findRefuted(
	{ documented }: Contract,
	subject: Parameters<typeof findRefutedAssumptions>[1],
	mismatches: readonly Mismatch[],
): ReadonlyMap<string, Mismatch> {
	const refuted = new Map<string, Mismatch>();
	for (const mismatch of findDecisiveMismatches(mismatches))
		for (const id of findRefutedAssumptions(documented, subject, mismatch))
			if (!refuted.has(id)) refuted.set(id, mismatch);
	return refuted;
}

/**
 * Decides whether the check passed, and which assumptions its mismatches refute.
 * @param milliseconds how long the check took
 */
export function judge(
	{
		contract,
		hasCredentials,
	}: Pick<VerificationContext, "contract" | "hasCredentials">,
	check: Check,
	outcome: CheckOutcome,
	milliseconds = 0,
): CheckResult {
	const { description, assumptions } = check;
	const operation = findOperationId(description, contract.operations);
	const provenance = findProvenance(contract, check);
	const createResult = (
		mismatches: readonly Mismatch[],
		others: Pick<InteractionResult, "notVerified" | "accessDenied"> = {},
	): Pick<CheckResult, "result" | "refuted"> => ({
		result: {
			description,
			operation,
			provenance,
			passed: mismatches.length === 0 && others.notVerified === undefined,
			assumptions,
			mismatches,
			...others,
			durationMs: Math.round(milliseconds),
		},
		refuted: new Map(),
	});
	if (outcome instanceof NoResponseError) {
		const { message, isOutage } = outcome;
		const notVerified = `The service ${message}`;
		return { ...createResult([], { notVerified }), isOutage };
	}
	if (outcome instanceof VerificationError)
		return createResult([], { notVerified: outcome.message });

	const isArrangement = outcome instanceof ArrangementFailure;
	const mismatches = isArrangement ? [outcome.mismatch] : outcome.mismatches;
	const advice = adviseOnAccess(outcome.status, hasCredentials);
	if (mismatches.length > 0 && advice !== undefined) {
		const id = isArrangement ? outcome.operation.id : operation;
		const notVerified = `${id} responded with ${outcome.status}. ${advice}`;
		return createResult([], { notVerified });
	}
	const denied = mismatches.find(
		({ where, actual }) =>
			where === "status" && ACCESS_STATUSES.includes(Number(actual)),
	);
	if (denied)
		return {
			...createResult(mismatches, { accessDenied: true }),
			notReached: `the service responded with ${denied.actual}, because it checks access before it looks at the request`,
		};
	if (isArrangement)
		return { ...createResult(mismatches), notReached: outcome.message };
	const judged = createResult(mismatches);
	const subject = { ...check, operation };
	return provenance === "external"
		? judged
		: { ...judged, refuted: findRefuted(contract, subject, mismatches) };
}
