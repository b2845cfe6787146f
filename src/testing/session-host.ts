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
import type { Control } from "../control/control.ts";
import type { OperationModel } from "../engine/model/service.ts";
import { commandLine } from "../values/command-line.ts";

/** A mock in which tests open their sessions. */
export interface SessionHost {
	readonly specs: readonly OperationModel[];
	/** Controls the mock as a whole. */
	readonly control: Control;
	/** The default of sessions that set no `onUnhandled`. */
	readonly onUnhandled: OnUnhandled;
	/** Returns the URL that requests of a session are sent to. */
	getUrl(sessionId: string): string;
	/** Removes the MSW handlers of the running code's session, or of all sessions outside of one. */
	resetHandlers(): void;
	/**
	 * The mock in this process. Omitted for a mock in another process, where only the URL or a header assigns a request to
	 * a session, and not the async context.
	 */
	readonly core?: ActiveMock["mock"];
	/** Returns the unmatched requests of a session that fail its test. Omitted if the interception collects them. */
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

/** Returns whether the request goes to a mock server in another process, so that no mock here may intercept it. */
export const isRemoteOrigin = ({ url }: Request): boolean =>
	remoteOrigins.size > 0 && remoteOrigins.has(new URL(url).origin);

/**
 * Creates a host for a mock in another process. Its journal has the unmatched requests.
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
