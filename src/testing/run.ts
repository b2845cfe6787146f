import type { Control } from "../control/control.ts";
import { ControlError } from "../control/control-error.ts";
import type { UsedAssumptions } from "../control/used-assumptions.ts";
import {
	type OnUnhandled,
	requireOnUnhandled,
} from "../engine/routing/on-unhandled.ts";
import type { RunHost } from "./run-host.ts";
import { createRunMock, type RunMock } from "./run-mock.ts";
import type { RunSession } from "./run-session.ts";
import type { ServiceTypes } from "./service-types.ts";
import { UnhandledRequestError } from "./unhandled-request-error.ts";

/** How a run begins; as the mock was set up where nothing is said. */
export interface RunOptions {
	/** The beginning of the session's name, so that it can be found in the inspector. */
	readonly name?: string | undefined;
	readonly dataset?: string | undefined;
	readonly seed?: number | undefined;
	readonly scenario?: string | undefined;
	/** What becomes of requests that no operation matches; with `error` the run fails, whatever the code made of them. */
	readonly onUnhandled?: OnUnhandled | undefined;
}

/** One run under way. */
export interface TestRun<Types extends ServiceTypes> extends RunSession {
	readonly mock: RunMock<Types>;
}

const MAX_NAME = 60;

/** A name that no other run has, in this process or another. */
const nameSession = (name: string): string =>
	[
		name
			.replace(/[^A-Za-z0-9._-]+/g, "-")
			.slice(0, MAX_NAME)
			.replace(/^-|-$/g, ""),
		crypto.randomUUID(),
	]
		.filter(Boolean)
		.join(".");

async function drop(control: Control, session: string): Promise<void> {
	try {
		await control.deleteSession(session);
	} catch (error) {
		// It may have been crowded out.
		if (!(error instanceof ControlError && error.status === 404)) throw error;
	}
}

/** @throws ControlError for an unknown dataset or scenario, or a seed that is no whole number */
export async function beginRun<Types extends ServiceTypes>(
	host: RunHost,
	options: RunOptions,
): Promise<TestRun<Types>> {
	const { name = "run", dataset, seed, scenario } = options;
	const onUnhandled = requireOnUnhandled(
		options.onUnhandled ?? host.onUnhandled,
	);
	const session = nameSession(name);
	const control = await host.open(session);
	const begin = async (): Promise<void> => {
		if (dataset !== undefined || seed !== undefined)
			await control.reset({
				...(dataset !== undefined && { dataset }),
				...(seed !== undefined && { seed }),
			});
		if (scenario !== undefined) await control.setScenario(scenario);
	};
	try {
		await begin();
	} catch (error) {
		await drop(host.control, session);
		throw error;
	}
	return {
		session,
		control,
		onUnhandled,
		unhandled: [],
		mock: createRunMock<Types>(host, session, control, begin),
	};
}

/**
 * Drops what the run had.
 * @returns what its answers rested on, and what is wrong with the requests it sent
 */
export async function endRun(
	host: RunHost,
	run: RunSession,
): Promise<{
	readonly rested: UsedAssumptions;
	readonly error: UnhandledRequestError | undefined;
}> {
	const [rested, others] = await Promise.all([
		run.control.usedAssumptions(),
		host.unhandledOf(run),
	]);
	await drop(host.control, run.session);
	const unhandled = [...run.unhandled, ...others];
	return {
		rested,
		error:
			unhandled.length > 0 ? new UnhandledRequestError(unhandled) : undefined,
	};
}
