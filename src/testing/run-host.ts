import {
	createControlClient,
	readMockAddress,
} from "../control/client/client.ts";
import type { Control } from "../control/control.ts";
import {
	type OnUnhandled,
	requireOnUnhandled,
	type Unhandled,
	verdictOn,
} from "../engine/routing/on-unhandled.ts";
import type { KnownOperation } from "./answer.ts";
import { addRemoteOrigin } from "./remote-origins.ts";
import type { RunSession } from "./run-session.ts";

/** Where runs take place. */
export interface RunHost {
	readonly operations: readonly KnownOperation[];
	/** Of the mock as a whole. */
	readonly control: Control;
	/** Where a run says nothing else. */
	readonly onUnhandled: OnUnhandled;
	/** What speaks of a session that nobody has heard of yet. */
	open(session: string): Promise<Control>;
	/** Where a session's requests are sent to. */
	urlOf(session: string): string;
	/** Takes away what MSW was told to try before the mock, in the running code's run or in all. */
	resetHandlers(): void;
	/** Requests that a run should not have sent, beside those that it has collected itself. */
	unhandledOf(run: RunSession): Promise<readonly Unhandled[]>;
}

/** A running `understudy serve`. */
export interface RemoteOptions {
	/** Where it is, as it prints it. */
	readonly url: string;
	/** What it was started with as `--control-token`. */
	readonly token?: string | undefined;
}

/** From before anything is intercepted: what is asked of a mock elsewhere is nobody else's to answer, or to refuse. */
const directFetch = globalThis.fetch;

/** Where requests are answered when no base URL was given, beside everywhere else. */
const ANY_URL = "http://mock.test";

/**
 * Opens sessions before anything can be asked of them. In process, the timer that clears away idle ones would
 * otherwise be one of the fake timers of the first test that sends a request with time stopped; elsewhere, it shows
 * that somebody is there.
 */
const openSession =
	(control: Control): RunHost["open"] =>
	async (name) => {
		const session = control.session(name);
		// To look at a session opens none.
		await session.clearFaults();
		return session;
	};

/** Runs of a mock in this process. */
export function hostInProcess(
	control: Control,
	operations: readonly KnownOperation[],
	onUnhandled: OnUnhandled,
	baseUrl: string | undefined,
	resetHandlers: () => void,
): RunHost {
	return {
		operations,
		control,
		onUnhandled: requireOnUnhandled(onUnhandled),
		open: openSession(control),
		urlOf: () => baseUrl ?? ANY_URL,
		resetHandlers,
		// The interception tells each run as it happens.
		unhandledOf: async () => [],
	};
}

/** Runs of a mock in another process, whose journal knows what it had no operation for. */
export function hostElsewhere(
	{ url, token }: RemoteOptions,
	operations: readonly KnownOperation[],
	onUnhandled: OnUnhandled,
): RunHost {
	const server = { url, token, fetch: directFetch };
	const control = createControlClient(server);
	const open = openSession(control);
	let place = { root: url.replace(/\/+$/, ""), basePath: "" };
	return {
		operations,
		control,
		onUnhandled: requireOnUnhandled(onUnhandled),
		async open(session) {
			place = await readMockAddress(server);
			addRemoteOrigin(place.root);
			return open(session);
		},
		urlOf: (session) => `${place.root}${place.basePath}/__session/${session}`,
		// Handlers of MSW cannot be sent to another process.
		resetHandlers() {},
		async unhandledOf(run) {
			const unmatched = await run.control.unmatchedRequests();
			return unmatched
				.map(({ method, path, status, nearest = [] }) => ({
					method,
					url: place.root + path,
					status,
					nearest,
				}))
				.filter((each) => verdictOn(run.onUnhandled, each) === "error");
		},
	};
}
