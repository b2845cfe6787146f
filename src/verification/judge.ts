import {
	createMismatch,
	findDecisiveMismatches,
	findRefutedAssumptions,
} from "../document/judgment/blame.ts";
import { judgeResponse } from "../document/judgment/judge-response.ts";
import type {
	Check,
	Contract,
	Mismatch,
	OutgoingRequest,
	ProviderResponse,
} from "./contract.ts";
import {
	ArrangementFailure,
	type CheckFailure,
	NoResponseError,
	VerificationError,
} from "./errors.ts";
import { findOperationId, findTarget } from "./operations.ts";
import type { InteractionResult, Provenance } from "./report.ts";
import type { VerificationContext } from "./verify-options.ts";

const RATE_LIMITED =
	"Lift the service's rate limit, or pass --header with credentials that have a higher one.";

/** Names of headers that usually hold credentials. */
export const CREDENTIALS: RegExp = /authorization|cookie|token|key|secret/i;

/** Statuses that depend on the caller's rights. They tell nothing about the service. */
export const ACCESS_STATUSES: readonly number[] = [401, 403, 429];

/**
 * Returns the remedy for a status that depends on the caller's rights; undefined for other statuses.
 * @param headerNames the additional headers of the request, which may be credentials
 */
export function adviseOnAccess(
	status: number | undefined,
	headerNames: readonly string[] = [],
): string | undefined {
	if (status === 429) return RATE_LIMITED;
	if (status === undefined || !ACCESS_STATUSES.includes(status))
		return undefined;
	return headerNames.some((name) => CREDENTIALS.test(name))
		? "The service does not accept the credentials of --header. Pass others."
		: "Pass --header with credentials that the service accepts, such as 'Authorization: …' or 'X-API-Key: …'.";
}

/** Whether a check is selected. An external interaction may belong to no operation of the contract. */
export function isSelected(
	{ contract, reached, includes }: VerificationContext,
	{ description, external = false }: Check,
): boolean {
	const operation = findOperationId(description, contract.operations);
	const isReached = reached.has(operation) || (operation === "" && external);
	return isReached && (includes?.(description) ?? true);
}

export type CheckOutcome =
	| CheckFailure
	| {
			readonly mismatches: readonly Mismatch[];
			readonly status?: number | undefined;
	  };

export interface CheckResult extends InteractionResult {
	/** The mismatch that refutes an assumption, by its id. */
	readonly refuted: ReadonlyMap<string, Mismatch>;
	/** Why the check could not be judged: its provider state could not be set up. */
	readonly notReached?: string;
	/** Whether the check passes with the responses in the documented form, so that its assumptions hold. */
	readonly held?: boolean;
	/** The assumptions about records of which no response of the check has one. */
	readonly unseen?: readonly string[];
	/** Whether the check could not be verified because the service stopped responding. */
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
 * Returns the mismatch that refutes each assumption, by assumption id.
 * @param subject the subject of the mismatches
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

/** Returns the deviations of a response from the OpenAPI document, for a request with this expected status. */
export function compareResponse(
	{ documented, operations }: Contract,
	request: OutgoingRequest,
	response: ProviderResponse,
	status: number,
): readonly Mismatch[] {
	const target = findTarget(request, operations);
	const exchange = {
		target,
		request,
		response,
		status: request.expects ?? status,
	};
	const [first, ...others] = judgeResponse(documented, exchange).deviations.map(
		({ where, expected, actual }) => createMismatch(where, expected, actual),
	);
	// Everything else follows from the status.
	if (first) return first.where === "status" ? [first] : [first, ...others];
	const { method } = request;
	const violation = documented.findResponseViolation(target, method, response);
	return violation === undefined
		? []
		: [createMismatch("$", "as documented", `invalid: ${violation}`)];
}

/**
 * Judges whether the check passed, and which assumptions its mismatches refute.
 * @param milliseconds the duration of the check
 */
export function judge(
	context: Pick<VerificationContext, "contract" | "headerNames">,
	check: Check,
	outcome: CheckOutcome,
	milliseconds = 0,
): CheckResult {
	const { contract, headerNames } = context;
	const { description, assumptions } = check;
	const operation = findOperationId(description, contract.operations);
	const provenance = findProvenance(contract, check);
	const createResult = (
		mismatches: readonly Mismatch[],
		others: Pick<InteractionResult, "notVerified" | "accessDenied"> = {},
	): CheckResult => ({
		description,
		operation,
		provenance,
		passed: mismatches.length === 0 && others.notVerified === undefined,
		assumptions,
		mismatches,
		...others,
		durationMs: Math.round(milliseconds),
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
	const advice = adviseOnAccess(outcome.status, headerNames);
	if (mismatches.length > 0 && advice !== undefined) {
		const id = isArrangement ? outcome.operation.id : operation;
		const notVerified = `${id} responded with ${outcome.status}. ${advice}`;
		return createResult([], { notVerified });
	}
	const denied = mismatches.find(
		({ where, actual }) =>
			where === "status" &&
			ACCESS_STATUSES.includes(Number.parseInt(actual, 10)),
	);
	if (denied)
		return {
			...createResult(mismatches, { accessDenied: true }),
			notReached: `the service responded with ${Number.parseInt(denied.actual, 10)}, because it checks access before it looks at the request`,
		};
	if (isArrangement)
		return { ...createResult(mismatches), notReached: outcome.message };
	const judged = createResult(mismatches);
	const subject = { ...check, operation };
	return provenance === "external"
		? judged
		: { ...judged, refuted: findRefuted(contract, subject, mismatches) };
}
