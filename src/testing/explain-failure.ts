import type { Control } from "../control/control.ts";
import { describeLastExchanges } from "./describe-received.ts";

/** The error of a failed test, as test runners report it. */
interface Failure {
	message: string;
	stack?: string | undefined;
}

/** Appends the last exchanges of the session to the message of a failure, unless the message describes them already. */
export async function explainFailure(
	failure: Failure,
	{ requests }: Pick<Control, "requests">,
): Promise<void> {
	const { message, stack } = failure;
	const exchanges = describeLastExchanges(await requests(), message);
	if (exchanges === "") return;
	failure.message = `${message}\n\n${exchanges}`;
	// Some reporters print the stack, which begins with the message.
	const end = (stack?.indexOf(message) ?? -1) + message.length;
	if (stack !== undefined && end >= message.length)
		failure.stack = `${stack.slice(0, end)}\n\n${exchanges}${stack.slice(end)}`;
}
