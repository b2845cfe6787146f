import {
	type ActiveMock,
	type OnUnhandled,
	requireOnUnhandled,
	type Unhandled,
	verdictOn,
} from "../adapters/msw/unhandled-options.ts";
import {
	createControlClient,
	readMockAddress,
} from "../control/client/client.ts";
import type { ControlClientOptions } from "../control/client/http-client.ts";
import type { Control, UsedAssumptions } from "../control/control.ts";
import { ControlError } from "../control/control-error.ts";
import type { MockOptions } from "../engine/mock-options.ts";
import type { OperationModel } from "../engine/model/service.ts";
import type { ServiceTypes } from "../engine/model/service-types.ts";
import { commandLine } from "../values/command-line.ts";
import type { OptionNames } from "../values/require-options.ts";
import { createDescribeStrays, DESCRIBE_STRAYS } from "./describe-received.ts";
import { createMockControl, type MockControl } from "./mock-control.ts";
import {
	type SuiteUsedAssumptions,
	sumUsedAssumptions,
} from "./suite-used-assumptions.ts";
import { UnhandledRequestError } from "./unhandled-request-error.ts";

/** A mock in which tests open their sessions. */
export interface SessionHost {
	readonly specs: readonly OperationModel[];
	/** The control of the whole mock. */
	readonly control: Control;
	/** The default for sessions without `onUnhandled`. */
	readonly onUnhandled: OnUnhandled;
	/** A sentence about why operations may be missing. */
	readonly hint?: string | undefined;
	/** Returns the URL that requests of a session are sent to. */
	getUrl(sessionId: string): string;
	/**
	 * Removes the MSW handlers of the running code's session. Outside of sessions, removes the handlers of all sessions.
	 */
	resetHandlers(): void;
	/**
	 * The mock in this process. Undefined for a mock in another process, where only the URL or a header assigns a
	 * request to a session.
	 */
	readonly core?: ActiveMock["mock"];
	/** @throws Error if the mock in this process did not receive requests, because another MSW server has taken over */
	requireInterception?(): Promise<void>;
	/** Returns the unmatched requests of a session that fail its test. Undefined if the interception collects them. */
	unhandledRequests?(
		control: Control,
		onUnhandled: OnUnhandled,
	): Promise<readonly Unhandled[]>;
}

/** A running `understudy serve`. */
export type RemoteOptions = Pick<ControlClientOptions, "url" | "token">;

/** Captured before interception starts, so that no mock in this process intercepts control requests. */
const originalFetch = globalThis.fetch;

/** The URL for tests without a `baseUrl`. The mock then responds at any origin. */
export const ANY_URL = "http://mock.test";

const remoteOrigins = new Set<string>();

/** Returns whether the request is for a mock server in another process, so that no mock here may intercept it. */
export const isRemoteOrigin = ({ url }: Request): boolean =>
	remoteOrigins.size > 0 && remoteOrigins.has(new URL(url).origin);

/**
 * Creates a host for a mock in another process. The mock's journal contains the unmatched requests.
 * @throws ControlError if the server does not respond, or rejects the token
 */
export async function createRemoteHost(
	{ url, token }: RemoteOptions,
	specs: readonly OperationModel[],
	onUnhandled: OnUnhandled = "error",
): Promise<SessionHost> {
	requireOnUnhandled(onUnhandled);
	const server = { url, token, fetch: originalFetch };
	const control = createControlClient(server);
	const { root, basePath } = await readMockAddress(server);
	remoteOrigins.add(new URL(root).origin);
	return {
		specs,
		control,
		onUnhandled,
		getUrl: (sessionId) => `${root}${basePath}/__session/${sessionId}`,
		// MSW handlers exist only in this process.
		resetHandlers() {},
		async unhandledRequests(session, policy) {
			const unmatched = await session.unmatchedRequests();
			return unmatched
				.map(({ method, path, status, nearest = [] }) => ({
					method,
					url: root + path,
					status,
					nearest,
				}))
				.filter((each) => verdictOn(policy, each) === "error");
		},
	};
}

/**
 * Rejects options that a running server cannot change.
 * @throws RangeError that names the first option that is set
 */
export function refuseWithRemote(options: object): void {
	for (const [name, value] of Object.entries(options))
		if (value !== undefined)
			throw new RangeError(
				`The option ${name} cannot be used with remote. Pass it to \`${commandLine("serve")}\` instead.`,
			);
}

/** The options of a run. Omitted options default to those of the mock. */
export interface RunOptions<Types extends ServiceTypes = ServiceTypes>
	extends Pick<MockOptions, "dataset" | "seed" | "scenario" | "forward"> {
	readonly dataset?: Types["datasets"] | undefined;
	readonly scenario?: Types["scenarios"] | undefined;
	/** The prefix of the session's id, by which you find it in the inspector. */
	readonly name?: string | undefined;
	/** What to do with requests that match no operation. `error` fails the run, even if the code ignores the failure. */
	readonly onUnhandled?: OnUnhandled | undefined;
}

export const RUN_OPTION_NAMES: OptionNames<RunOptions> = {
	name: true,
	dataset: true,
	seed: true,
	scenario: true,
	forward: true,
	onUnhandled: true,
};

/** The mock of one session, with its own requests, state, scenario and faults. */
export interface SessionMock<Types extends ServiceTypes>
	extends MockControl<Types> {
	/** The id of the session. */
	readonly session: string;
	/** The URL to which the code under test must send its requests. */
	readonly url: string;
	/** Assigns a request to the session. Required if it is sent outside of the test's async context. */
	readonly headers: Readonly<Record<"Mock-Session", string>>;
	/** Returns the assumptions that the responses so far depend on. */
	usedAssumptions(): Promise<SuiteUsedAssumptions>;
}

/** The open session of a test or a run. */
export interface TestSession<Types extends ServiceTypes> {
	readonly id: string;
	readonly host: SessionHost;
	readonly control: Control;
	readonly mock: SessionMock<Types>;
	readonly onUnhandled: OnUnhandled;
	/** Collects the unmatched requests that fail the test. */
	readonly unhandled: Unhandled[];
}

/** A session of any service. */
export type ClosableSession = Omit<TestSession<ServiceTypes>, "mock">;

const MAX_NAME_LENGTH = 60;

/** Returns an id that is unique across all processes. */
function createSessionId(name: string): string {
	const prefix = name
		.replace(/[^A-Za-z0-9._-]+/g, "-")
		.slice(0, MAX_NAME_LENGTH)
		.replace(/^-|-$/g, "");
	return `${prefix && `${prefix}.`}${crypto.randomUUID()}`;
}

const deleteSession = ({ control }: SessionHost, id: string): Promise<void> =>
	control.deleteSession(id).catch((error) => {
		// The mock may have dropped the session to make room for others.
		if (!(error instanceof ControlError && error.status === 404)) throw error;
	});

/** @throws ControlError for an unknown dataset or scenario, or a seed that is not a whole number */
export async function openTestSession<Types extends ServiceTypes>(
	host: SessionHost,
	options: RunOptions,
): Promise<TestSession<Types>> {
	const { name = "run", dataset, seed, scenario, forward } = options;
	const { onUnhandled = host.onUnhandled } = options;
	requireOnUnhandled(onUnhandled);
	const id = createSessionId(name);
	const control = host.control.session(id);
	async function applyOptions(): Promise<void> {
		if (dataset !== undefined || seed !== undefined)
			await control.reset({ dataset, seed });
		if (scenario !== undefined) await control.setScenario(scenario);
		if (forward !== undefined) await control.setForward(forward);
	}
	// Opens the session now. Otherwise, the timer that drops idle sessions could be a fake timer of the first test that
	// sends a request.
	await control.clearFaults();
	try {
		await applyOptions();
	} catch (error) {
		await deleteSession(host, id);
		throw error;
	}
	const mock: SessionMock<Types> = {
		session: id,
		url: host.getUrl(id),
		headers: { "Mock-Session": id },
		usedAssumptions: async () =>
			sumUsedAssumptions([await control.usedAssumptions()]),
		...createMockControl<Types>(control, host.specs),
		...(!host.core && {
			[DESCRIBE_STRAYS]: createDescribeStrays(host.control),
		}),
		async resetAll() {
			host.resetHandlers();
			await control.reset({ all: true });
			await applyOptions();
		},
	};
	return { id, host, control, mock, onUnhandled, unhandled: [] };
}

/**
 * Deletes the session.
 * @returns the assumptions that its responses depend on, and an error if requests matched no operation
 */
export async function closeTestSession(session: ClosableSession): Promise<{
	readonly usedAssumptions: UsedAssumptions;
	readonly error: UnhandledRequestError | undefined;
}> {
	const { id, host, control, onUnhandled } = session;
	const [usedAssumptions, others] = await Promise.all([
		control.usedAssumptions(),
		host.unhandledRequests?.(control, onUnhandled) ?? [],
	]);
	await deleteSession(host, id);
	const requests = [...session.unhandled, ...others];
	const error =
		requests.length > 0 ? new UnhandledRequestError(requests) : undefined;
	return { usedAssumptions, error };
}
