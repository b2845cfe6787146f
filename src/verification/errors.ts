import { shorten } from "../values/shorten.ts";
import type { ContractOperation, Mismatch } from "./contract.ts";
import type { Verification } from "./report.ts";

/** Thrown if nothing could be verified. The message contains the reason and the remedy. */
export class VerificationError extends Error {
	override readonly name = "VerificationError";
	/** A report for this case, in which no operation is verified. */
	readonly verification: Verification | undefined;

	constructor(message: string, verification?: Verification) {
		super(message);
		this.verification = verification;
	}
}

/** Thrown if the provider sent no readable response. The message is a predicate, such as "refused the connection". */
export class NoResponseError extends Error {
	override readonly name = "NoResponseError";
	/** Whether the response exceeded the limit of time or size. */
	readonly timedOut: boolean;
	/** Whether the service stopped responding: other requests that succeeded before fail, too. */
	readonly isOutage: boolean;

	constructor(message: string, timedOut = false, isOutage = false) {
		super(message);
		this.timedOut = timedOut;
		this.isOutage = isOutage;
	}
}

/** Returns the error if there was no response. Throws any other error. */
export function keepNoResponse(error: unknown): NoResponseError {
	if (error instanceof NoResponseError) return error;
	throw error;
}

/** Thrown if a check cannot be judged, because a preparing request got an unexpected response. */
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

/** The reason why a check has no response to compare. */
export type CheckFailure =
	| ArrangementFailure
	| NoResponseError
	| VerificationError;

export const isCheckFailure = (error: unknown): error is CheckFailure =>
	error instanceof ArrangementFailure ||
	error instanceof NoResponseError ||
	error instanceof VerificationError;

/** Returns the error if it concerns a check. Throws any other error. */
export function keepCheckFailure(error: unknown): CheckFailure {
	if (isCheckFailure(error)) return error;
	throw error;
}

const MAX_SHOWN = 60;

/** Returns the start of a body, for a message. */
export const showBody = (text: string): string => shorten(text, MAX_SHOWN);
