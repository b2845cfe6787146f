import type { ContractOperation, Mismatch } from "./contract.ts";
import type { Verification } from "./report.ts";

/** Nothing could be verified. The message says why, and how to fix it. */
export class VerificationError extends Error {
	override readonly name = "VerificationError";
	/** A verification to report nevertheless, in which every operation is not verified. */
	readonly verification: Verification | undefined;

	constructor(message: string, verification?: Verification) {
		super(message);
		this.verification = verification;
	}
}

/** The provider sent no response that can be read. The message is a predicate, such as "refused the connection". */
export class NoResponseError extends Error {
	override readonly name = "NoResponseError";
	/** Whether the response exceeded the limit of time or size. */
	readonly timedOut: boolean;
	/** Whether the service does not respond to other requests either, although it did before. */
	readonly isOutage: boolean;

	constructor(message: string, timedOut = false, isOutage = false) {
		super(message);
		this.timedOut = timedOut;
		this.isOutage = isOutage;
	}
}

/** Returns the error if there was no response, and throws any other. */
export function keepNoResponse(error: unknown): NoResponseError {
	if (error instanceof NoResponseError) return error;
	throw error;
}

/** A check cannot be judged, because another request that it needs has an unexpected response. */
export class ArrangementFailure extends Error {
	override readonly name = "ArrangementFailure";
	readonly operation: ContractOperation;
	readonly status: number;
	readonly mismatch: Mismatch;

	constructor(
		operation: ContractOperation,
		status: number,
		difference: Omit<Mismatch, "message">,
		problem: string,
		purpose = "called to set up what the check needs",
	) {
		super(`${operation.id}, ${purpose}, ${problem}`);
		this.operation = operation;
		this.status = status;
		this.mismatch = { ...difference, message: this.message };
	}
}

/** Why a check has no response to compare. */
export type CheckFailure =
	| ArrangementFailure
	| NoResponseError
	| VerificationError;

export const isCheckFailure = (error: unknown): error is CheckFailure =>
	error instanceof ArrangementFailure ||
	error instanceof NoResponseError ||
	error instanceof VerificationError;

/** Returns the error if it is about a check, and throws any other. */
export function keepCheckFailure(error: unknown): CheckFailure {
	if (isCheckFailure(error)) return error;
	throw error;
}

const MAX_SHOWN = 60;

/** Returns the start of a body, as a message shows it. */
export function showBody(text: string): string {
	const characters = [...text.slice(0, 2 * MAX_SHOWN)];
	return characters.length > MAX_SHOWN
		? `${characters.slice(0, MAX_SHOWN).join("")}…`
		: text;
}
