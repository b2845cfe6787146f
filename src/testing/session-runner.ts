import type { Control, UsedAssumptions } from "../control/control.ts";
import type { ServiceTypes } from "../engine/model/service-types.ts";
import { requireOptions } from "../values/require-options.ts";
import { describeLastExchanges } from "./describe-received.ts";
import { explainThrown } from "./explain-failure.ts";
import type { SessionContext } from "./session-context.ts";
import {
	type SuiteUsedAssumptions,
	sumUsedAssumptions,
} from "./suite-used-assumptions.ts";
import {
	closeTestSession,
	openTestSession,
	RUN_OPTION_NAMES,
	type RunOptions,
	type SessionHost,
	type SessionMock,
	type TestSession,
} from "./test-session.ts";

type RunFn<Types extends ServiceTypes, Result> = (
	mock: SessionMock<Types>,
) => Result | Promise<Result>;

export interface SessionRunner<Types extends ServiceTypes> {
	/**
	 * Runs a function in a session of its own, isolated from everything that runs at the same time. Deletes the session
	 * at the end. Appends the last exchanges to the message of an error that the function throws.
	 * @example
	 * test("lists what was created", () => mock.run(async () => { … }));
	 * @throws UnhandledRequestError if requests matched no operation and `onUnhandled` is `error`
	 * @throws TypeError without a function, or for an unknown option
	 * @throws ControlError for an unknown dataset or scenario, or a seed that is not a whole number
	 */
	run<Result>(fn: RunFn<Types, Result>): Promise<Result>;
	run<Result>(
		options: RunOptions<Types>,
		fn: RunFn<Types, Result>,
	): Promise<Result>;
	/**
	 * Returns the assumptions that the responses so far depend on. Inside `run`, only responses of its session count.
	 */
	usedAssumptions(): Promise<SuiteUsedAssumptions>;
	/**
	 * Describes the last exchanges, to print when a test has failed: an error that leaves `run` has them in its message.
	 * Inside `run`, describes its session. Outside, describes the run that failed last or, if none failed, the exchanges
	 * outside of runs.
	 * @param failed the error of a test, or the context that `node:test` passes to `afterEach`. Describes the run that
	 * threw this error, even if other runs failed later. If no run threw it, describes the exchanges outside of runs.
	 */
	describe(failed?: unknown): Promise<string>;
}

/** Returns the error, or that of a test's context, and what caused it: `node:test` wraps the errors of tests. */
function listCauses(failed: unknown): object[] {
	if (typeof failed !== "object" || failed === null) return [];
	const { error, cause } = failed as { error?: unknown; cause?: unknown };
	return [failed, ...listCauses(error ?? cause)];
}

/**
 * @param control the control of everything outside of runs
 * @param wrap runs the function inside the session
 * @param explainSilence returns why the mock cannot have received requests; undefined if it can
 */
export function createSessionRunner<Types extends ServiceTypes>(
	host: SessionHost,
	context: Pick<SessionContext<TestSession<Types>>, "current" | "run">,
	control: Control,
	wrap: <Result>(fn: () => Promise<Result>) => Promise<Result>,
	explainSilence: () => string | undefined = () => undefined,
): SessionRunner<Types> {
	const ended: UsedAssumptions[] = [];
	let lastFailure: string | undefined;
	/** What describes a failed run, by the error that it threw. */
	const failures = new WeakMap<object, string>();
	async function run<Result>(
		...args: [RunFn<Types, Result>] | [RunOptions, RunFn<Types, Result>]
	): Promise<Result> {
		const [options, fn] =
			typeof args[0] === "function" ? [{}, args[0]] : [args[0], args[1]];
		if (typeof fn !== "function")
			throw new TypeError(
				'run requires a function: run(async () => { … }), or run({ dataset: "empty" }, async () => { … }).',
			);
		requireOptions("run", options, RUN_OPTION_NAMES);
		const session = await openTestSession<Types>(host, options);
		const [outcome] = await Promise.allSettled([
			context.run({ session }, () => wrap(async () => fn(session.mock))),
		]);
		const page =
			outcome.status === "rejected"
				? await session.control.requests()
				: undefined;
		const { usedAssumptions, error } = await closeTestSession(session);
		ended.push(usedAssumptions);
		const description = page ? describeLastExchanges(page) : error?.message;
		lastFailure = description ?? lastFailure;
		const thrown = outcome.status === "rejected" ? outcome.reason : error;
		if (description !== undefined && Object(thrown) === thrown) {
			// A nested run has explained its own error.
			if (page && !failures.has(thrown)) explainThrown(thrown, page);
			failures.set(thrown, description);
		}
		if (outcome.status === "rejected") {
			// The error of the code itself is more helpful, and the unhandled request may have caused it.
			if (error) process.emitWarning(error.message, "UnhandledRequest");
			throw outcome.reason;
		}
		if (error) throw error;
		return outcome.value;
	}
	return {
		run,
		async usedAssumptions() {
			const session = context.current();
			if (session) return session.mock.usedAssumptions();
			return sumUsedAssumptions(ended, [await control.usedAssumptions()]);
		},
		async describe(failed) {
			const [known] = listCauses(failed).flatMap(
				(each) => failures.get(each) ?? [],
			);
			if (known !== undefined) return known;
			const session = context.current();
			if (session) return session.mock.describe();
			const page = await control.requests();
			const silence = page.total > 0 ? undefined : explainSilence();
			const last = failed === undefined ? lastFailure : undefined;
			return silence ?? last ?? describeLastExchanges(page);
		},
	};
}
