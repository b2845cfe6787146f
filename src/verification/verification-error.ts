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
