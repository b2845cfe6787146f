import { type Interception, intercept } from "./adapters/msw/intercept.ts";
import type { OnUnhandled } from "./engine/routing/on-unhandled.ts";
import { createMock, type Mock, type MockOptions } from "./index.ts";
import { createRequestResolver } from "./request-resolver.ts";
import {
	createSessionContext,
	type SessionContext,
} from "./testing/session-context.ts";
import {
	createLocalHost,
	createRemoteHost,
	type RemoteOptions,
} from "./testing/session-host.ts";
import {
	openTestSession,
	type RunOptions,
	type TestSession,
} from "./testing/test-session.ts";
import { operationSpecs, type Zaps } from "./typed-operations.ts";

/** The options that belong to a mock, and not to a session. */
type SharedOptions = Pick<
	MockOptions,
	"baseUrl" | "clock" | "auth" | "rateLimit" | "journal" | "redact"
>;

/** How the mock of a test starts. */
export interface MockTestOptions
	extends SharedOptions,
		Omit<RunOptions, "name"> {
	/** What to do with requests that match no operation. Defaults to `error`, which fails the test. */
	readonly onUnhandled?: OnUnhandled | undefined;
	/** A running `understudy serve` to use instead of a mock in this process: its URL, or its URL and token. */
	readonly remote?: string | RemoteOptions | undefined;
}

/** The session of a running test. */
export interface VitestSession extends TestSession<Zaps> {
	/** The mock of the session. Undefined if it is in another process. */
	readonly core: Mock | undefined;
}

export const sessionContext: SessionContext<VitestSession> =
	createSessionContext();

const mocks = new Map<string, Mock>();

export const interception: Interception = intercept(
	createRequestResolver(
		sessionContext,
		{ onUnhandled: "bypass", unhandled: [] },
		(session) => session?.core,
		() => [...mocks.values()],
	),
	// The mocks stay open for the tests of the next file.
	async () => {},
	() => sessionContext.openSessions().length === 0,
);

/** Returns the mock with these options. Tests share mocks, because creating one is slow. */
function getCore(options: SharedOptions): Mock {
	const key = JSON.stringify(options);
	const known = mocks.get(key);
	if (known) return known;
	const core: Mock = createMock({
		...options,
		currentSession() {
			const session = sessionContext.current();
			return session?.core === core ? session.id : undefined;
		},
	});
	mocks.set(key, core);
	return core;
}

/**
 * Opens the session of a test.
 * @throws RangeError for an option that a running server cannot change
 * @throws as `createMock` does
 */
export async function openVitestSession(
	name: string,
	{
		dataset,
		seed,
		scenario,
		onUnhandled = "error",
		remote,
		...shared
	}: MockTestOptions,
): Promise<VitestSession> {
	const options = { name, dataset, seed, scenario };
	if (remote === undefined) {
		const core = getCore(shared);
		const host = createLocalHost(
			core.control,
			operationSpecs,
			onUnhandled,
			shared.baseUrl,
			interception.resetHandlers,
		);
		interception.listen();
		return { ...(await openTestSession<Zaps>(host, options)), core };
	}
	const option = Object.entries(shared).find(
		([, value]) => value !== undefined,
	);
	if (option)
		throw new RangeError(
			`The option ${option[0]} cannot be used with remote. Pass it to understudy serve instead.`,
		);
	const server = typeof remote === "string" ? { url: remote } : remote;
	const host = await createRemoteHost(server, operationSpecs, onUnhandled);
	return { ...(await openTestSession<Zaps>(host, options)), core: undefined };
}
