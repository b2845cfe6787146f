/** The verification could not be done. The message says why and how to fix it. */
export class VerificationError extends Error {
	override readonly name = "VerificationError";
}
