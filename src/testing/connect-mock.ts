import type { OnUnhandled } from "../engine/routing/on-unhandled.ts";
import type { KnownOperation } from "./answer.ts";
import { beginRun, endRun, type RunOptions, type TestRun } from "./run.ts";
import { createRunContext } from "./run-context.ts";
import { hostElsewhere, type RemoteOptions } from "./run-host.ts";
import type { RunMock } from "./run-mock.ts";
import type { ServiceTypes } from "./service-types.ts";
import { createUsedAssumptionsTotal } from "./used-assumptions-total.ts";
import { createWithSession, type WithSession } from "./with-session.ts";

export interface ConnectMockOptions extends RemoteOptions, RunOptions {
	/** Whether requests that no operation matches fail the run, or `close`; `error` when absent. */
	readonly onUnhandled?: OnUnhandled | undefined;
}

/** A session of a mock in another process. What it is asked and told is about the run of the running code, or about itself. */
export interface RemoteMock<Types extends ServiceTypes> extends RunMock<Types> {
	/** The same as the `run` of a mock in this process; the code under test has to be given the `url` of each run. */
	readonly run: WithSession<Types>;
	/**
	 * Deletes the session.
	 * @throws UnhandledRequestError where requests matched no operation and `onUnhandled` is `error`
	 */
	close(): Promise<void>;
	[Symbol.asyncDispose](): Promise<void>;
}

/** @throws ControlError where nobody answers, the token is wrong, or what is asked for cannot be */
export async function connectTo<Types extends ServiceTypes>(
	operations: readonly KnownOperation[],
	{ onUnhandled = "error", ...options }: ConnectMockOptions,
): Promise<RemoteMock<Types>> {
	const host = hostElsewhere(options, operations, onUnhandled);
	const context = createRunContext<TestRun<Types>>();
	const total = createUsedAssumptionsTotal();
	const own = await beginRun<Types>(host, options);
	const close = async (): Promise<void> => {
		const { error } = await endRun(host, own);
		if (error) throw error;
	};
	const mock: RemoteMock<Types> = {
		...own.mock,
		run: createWithSession(host, context, total, (act) => act()),
		async usedAssumptions() {
			const all = total.copy();
			all.addOther(await own.control.usedAssumptions());
			return all.read();
		},
		close,
		[Symbol.asyncDispose]: close,
	};
	return new Proxy(mock, {
		get(target, member) {
			const run = context.current()?.mock;
			return Reflect.get(run && member in run ? run : target, member);
		},
	});
}
