import type { Control } from "../control/control.ts";
import { createMockControl, type MockControl } from "./mock-control.ts";
import type { RunHost } from "./run-host.ts";
import type { ServiceTypes } from "./service-types.ts";
import {
	createUsedAssumptionsTotal,
	type SuiteUsedAssumptions,
} from "./used-assumptions-total.ts";

/** The mock as one run sees it: nobody else's requests, state, scenario or faults. */
export interface RunMock<Types extends ServiceTypes>
	extends MockControl<Types> {
	/** The name of the run's session. */
	readonly session: string;
	/** Where the code under test has to send its requests. */
	readonly url: string;
	/** For code that has no async context to be known by, like a server that was started before: what names the session. */
	readonly headers: Readonly<Record<"Mock-Session", string>>;
	/** What the answers so far rested on. */
	usedAssumptions(): Promise<SuiteUsedAssumptions>;
}

/** @param begin puts in force what the run begins with */
export function createRunMock<Types extends ServiceTypes>(
	{ operations, urlOf, resetHandlers }: RunHost,
	session: string,
	control: Control,
	begin: () => Promise<void>,
): RunMock<Types> {
	return {
		...createMockControl<Types>(control, operations),
		async resetAll() {
			resetHandlers();
			await control.reset({ all: true });
			await begin();
		},
		session,
		url: urlOf(session),
		headers: { "Mock-Session": session },
		async usedAssumptions() {
			const total = createUsedAssumptionsTotal();
			total.addTest(await control.usedAssumptions());
			return total.read();
		},
	};
}
