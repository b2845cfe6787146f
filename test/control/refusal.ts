import { ControlError } from "../../src/control/control-error.ts";

/** What a promise is rejected with, as far as it is told the same in process and over HTTP. */
export async function refusal(
	asked: Promise<unknown>,
): Promise<Pick<ControlError, "status" | "message" | "errors">> {
	const error = await asked.then(
		() => new Error("It was not refused."),
		(reason: unknown) => reason,
	);
	if (!(error instanceof ControlError)) throw error;
	const { status, message, errors } = error;
	return { status, message, errors };
}
