import type { TestContext } from "vitest";
import type { Control } from "../control/control.ts";
import { describeLastExchanges } from "./describe-received.ts";
import type { SessionContext, SessionScope } from "./session-context.ts";
import { type ClosableSession, closeTestSession } from "./test-session.ts";

type RunTest = () => Promise<void>;

/** The error of a failed test, as test runners report it. */
interface Failure {
	message: string;
	stack?: string | undefined;
}

/** Appends the last exchanges of the session to the message of a failure, unless the message describes them already. */
async function explainFailure(
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

/**
 * Creates a function that runs a test in a scope of its own, even if no session will be opened in it, and closes its
 * session. The function throws UnhandledRequestError if requests matched no operation.
 * @param isolate keeps the MSW handlers that the test adds from other tests
 */
export const createTestRunner =
	<Session extends ClosableSession>(
		sessions: SessionContext<Session>,
		isolate: (runTest: RunTest) => RunTest,
	) =>
	async (runTest: RunTest, { task }: TestContext): Promise<void> => {
		const scope: SessionScope<Session> = { session: undefined };
		// A retried test keeps the errors of its earlier tries.
		const earlier = task.result?.errors?.length ?? 0;
		await sessions.run(scope, isolate(runTest));
		if (!scope.session) return;
		const failure = task.result?.errors?.[earlier];
		if (failure) await explainFailure(failure, scope.session.control);
		const { usedAssumptions, error } = await closeTestSession(scope.session);
		task.meta.usedAssumptions = usedAssumptions;
		if (error) throw error;
	};
