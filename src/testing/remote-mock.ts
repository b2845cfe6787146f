import type { OperationModel } from "../engine/model/service.ts";
import { type OptionNames, requireOptions } from "../values/require-options.ts";
import type { ServiceTypes } from "./service-types.ts";
import { SessionContext } from "./session-context.ts";
import { createRemoteHost, type RemoteOptions } from "./session-host.ts";
import { createSessionRunner, type SessionRunner } from "./session-runner.ts";
import {
	closeTestSession,
	openTestSession,
	RUN_OPTION_NAMES,
	type RunOptions,
	type SessionMock,
	type TestSession,
} from "./test-session.ts";

const OPTION_NAMES: OptionNames<RemoteOptions & RunOptions> = {
	url: true,
	token: true,
	...RUN_OPTION_NAMES,
};

/** A session of a mock in another process. */
export interface RemoteMock<Types extends ServiceTypes>
	extends SessionMock<Types>,
		SessionRunner<Types> {
	/**
	 * Deletes the session.
	 * @throws UnhandledRequestError if requests matched no operation and `onUnhandled` is `error`
	 */
	close(): Promise<void>;
	[Symbol.asyncDispose](): Promise<void>;
}

/** Opens a session of a running server. Inside of `run`, all properties are about the session of that run. */
export async function openRemoteMock<Types extends ServiceTypes>(
	options: RemoteOptions & RunOptions<Types>,
	specs: readonly OperationModel[],
): Promise<RemoteMock<Types>> {
	requireOptions("connectMock", options, OPTION_NAMES);
	const host = await createRemoteHost(options, specs, options.onUnhandled);
	const context = new SessionContext<TestSession<Types>>();
	const session = await openTestSession<Types>(host, options);
	async function close(): Promise<void> {
		const { error } = await closeTestSession(session);
		if (error) throw error;
	}
	const mock: RemoteMock<Types> = {
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
