import { ControlError } from "../../src/control/control-error.ts";

/** Returns the properties of the ControlError that a promise rejects with, which are the same in process and over HTTP. */
export async function catchControlError(
	promise: Promise<unknown>,
): Promise<Pick<ControlError, "status" | "message" | "errors">> {
	const error = await promise.then(
		() => new Error("The promise did not reject."),
		(reason: unknown) => reason,
	);
	if (!(error instanceof ControlError)) throw error;
	const { status, message, errors } = error;
	return { status, message, errors };
}
