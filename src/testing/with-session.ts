import { beginRun, endRun, type RunOptions, type TestRun } from "./run.ts";
import type { RunContext } from "./run-context.ts";
import type { RunHost } from "./run-host.ts";
import type { RunMock } from "./run-mock.ts";
import type { ServiceTypes } from "./service-types.ts";
import type { UsedAssumptionsTotal } from "./used-assumptions-total.ts";

type Act<Types extends ServiceTypes, Result> = (
	mock: RunMock<Types>,
) => Result | Promise<Result>;

/**
 * Does something in a session of its own, whatever else runs at the same time; the session is dropped at the end.
 * @throws UnhandledRequestError where requests matched no operation and `onUnhandled` is `error`
 * @throws ControlError for an unknown dataset or scenario, or a seed that is no whole number
 */
export interface WithSession<Types extends ServiceTypes> {
	<Result>(act: Act<Types, Result>): Promise<Result>;
	<Result>(options: RunOptions, act: Act<Types, Result>): Promise<Result>;
}

/**
 * @param total counts what the runs rested on
 * @param around what else is around what a run does
 */
export function createWithSession<Types extends ServiceTypes>(
	host: RunHost,
	context: RunContext<TestRun<Types>>,
	total: UsedAssumptionsTotal,
	around: <Result>(act: () => Promise<Result>) => Promise<Result>,
): WithSession<Types> {
	return async <Result>(
		...args: [Act<Types, Result>] | [RunOptions, Act<Types, Result>]
	): Promise<Result> => {
		const [options, act] = args.length === 1 ? [{}, args[0]] : args;
		const run = await beginRun<Types>(host, options);
		const end = async () => {
			const { rested, error } = await endRun(host, run);
			total.addTest(rested);
			return error;
		};
		let result: Result;
		try {
			result = await context.within({ run }, () =>
				around(async () => act(run.mock)),
			);
		} catch (error) {
			// What the code itself failed with says more, and may be what came of the unhandled request.
			const unhandled = await end();
			if (unhandled) process.emitWarning(unhandled.message, "UnhandledRequest");
			throw error;
		}
		const unhandled = await end();
		if (unhandled) throw unhandled;
		return result;
	};
}
