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
