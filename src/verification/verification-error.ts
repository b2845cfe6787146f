/** The verification could not be done; one sentence, with what to do. */
export class VerificationError extends Error {
	override readonly name = "VerificationError";
}
