import type { RequestsPage } from "../control/journal-control.ts";
import { attempt } from "../values/errors.ts";
import { describeLastExchanges } from "./describe-received.ts";

/** The error of a failed test, as the code has thrown it or as a test runner reports it. */
interface Failure {
	readonly message: string;
	readonly stack?: string | undefined;
}

/**
 * Appends the last exchanges of a session to the message of a failure. Skips exchanges that the message already
 * describes. A message that cannot be set stays.
 */
export function explainFailure(failure: Failure, page: RequestsPage): void {
	const { message, stack } = failure;
	const exchanges = describeLastExchanges(page, message);
	if (exchanges === "") return;
	Reflect.set(failure, "message", `${message}\n\n${exchanges}`);
	// Some reporters print the stack, which begins with the message.
	const end = (stack?.indexOf(message) ?? -1) + message.length;
	if (stack !== undefined && end >= message.length)
		Reflect.set(
			failure,
			"stack",
			`${stack.slice(0, end)}\n\n${exchanges}${stack.slice(end)}`,
		);
}

/**
 * Whether the value is an error that can be changed. Checks its properties, because Jest gives each test file an `Error`
 * of its own. Newer versions of Node set the stack of a frozen error, too.
 */
const isFailure = (thrown: unknown): thrown is Failure =>
	!Object.isFrozen(thrown) &&
	typeof Object(thrown).message === "string" &&
	typeof Object(thrown).stack === "string";

/** Does the same with what code has thrown, if it is an error. */
export const explainThrown = (thrown: unknown, page: RequestsPage): void =>
	// Any value may be thrown, even an object that throws when it is read.
	attempt(() => {
		if (isFailure(thrown)) explainFailure(thrown, page);
	});
