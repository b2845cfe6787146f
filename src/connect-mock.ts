import { createSessionContext } from "./testing/session-context.ts";
import {
	createRemoteHost,
	type RemoteOptions,
} from "./testing/session-host.ts";
import {
	createSessionRunner,
	type SessionRunner,
} from "./testing/session-runner.ts";
import {
	closeTestSession,
	openTestSession,
	type RunOptions,
	type SessionMock,
	type TestSession,
} from "./testing/test-session.ts";
import { operationSpecs, type Zaps } from "./typed-operations.ts";

/** `onUnhandled` applies to each run, and to `close`. Defaults to `error`. */
export interface ConnectMockOptions extends RemoteOptions, RunOptions {}

/**
 * A session of a mock in another process. Inside of `run`, all properties are about the session of that run, and the
 * code under test must use its `url`.
 */
export interface RemoteMock extends SessionMock<Zaps>, SessionRunner<Zaps> {
	/**
	 * Deletes the session.
	 * @throws UnhandledRequestError if requests matched no operation and `onUnhandled` is `error`
	 */
	close(): Promise<void>;
	[Symbol.asyncDispose](): Promise<void>;
}

/**
 * Opens a session of a running `understudy serve`, with the same methods as a mock in this process. `close` deletes the
 * session. Requests belong to the session if they use its `url` or its `headers`.
 * @example
 * await using mock = await connectMock({ url: "http://127.0.0.1:4010" });
 * await startAppWith({ ZAPS_URL: mock.url });
 * @throws ControlError if the server does not respond, the token is wrong, or an option is invalid
 */
export async function connectMock(
	options: ConnectMockOptions,
): Promise<RemoteMock> {
	const { onUnhandled } = options;
	const host = await createRemoteHost(options, operationSpecs, onUnhandled);
	const context = createSessionContext<TestSession<Zaps>>();
	const session = await openTestSession<Zaps>(host, options);
	async function close(): Promise<void> {
		const { error } = await closeTestSession(session);
		if (error) throw error;
	}
	const mock: RemoteMock = {
		...session.mock,
		...createSessionRunner(host, context, session.control, (fn) => fn()),
		close,
		[Symbol.asyncDispose]: close,
	};
	return new Proxy(mock, {
		get(target, property) {
			const current = context.current()?.mock;
			return Reflect.get(
				current && property in current ? current : target,
				property,
			);
		},
	});
}
