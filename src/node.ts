import { type Interception, intercept } from "./adapters/msw/intercept.ts";
import type { OnUnhandled, Unhandled } from "./engine/routing/on-unhandled.ts";
import { createMock, type MockOptions } from "./index.ts";
import { createRequestResolver } from "./request-resolver.ts";
import { createMockControl, type MockControl } from "./testing/mock-control.ts";
import { createSessionContext } from "./testing/session-context.ts";
import { createLocalHost } from "./testing/session-host.ts";
import {
	createSessionRunner,
	type SessionRunner,
} from "./testing/session-runner.ts";
import type { TestSession } from "./testing/test-session.ts";
import {
	createToHaveReceived,
	type ToHaveReceived,
} from "./testing/to-have-received.ts";
import { UnhandledRequestError } from "./testing/unhandled-request-error.ts";
import { operationSpecs, type Zaps } from "./typed-operations.ts";

export type { Interception } from "./adapters/msw/intercept.ts";
export { type ConnectMockOptions, connectMock } from "./connect-mock.ts";
export type { OnUnhandled } from "./engine/routing/on-unhandled.ts";
export { formatUsedAssumptions } from "./testing/format-used-assumptions.ts";
export type { SuiteUsedAssumptions } from "./testing/sum-used-assumptions.ts";
export type { RunOptions } from "./testing/test-session.ts";
export { UnhandledRequestError } from "./testing/unhandled-request-error.ts";

export interface SetupMockOptions
	extends Omit<MockOptions, "basePath" | "currentSession"> {
	/** What to do with requests that match no operation. Defaults to `error`. */
	readonly onUnhandled?: OnUnhandled;
}

/** A mock in this process. Inside of `run`, all methods are about the session of that run. */
export interface MockInProcess
	extends Interception,
		MockControl<Zaps>,
		SessionRunner<Zaps> {
	/** The URL to send requests to: the base URL or, without one, a URL of any origin. */
	readonly url: string;
}

/**
 * Creates a mock that intercepts the requests of this process.
 * @example
 * const mock = setupMock({ baseUrl: 'http://zaps.test' });
 * beforeAll(() => mock.listen());
 * afterAll(() => mock.close());
 * @example
 * await using mock = setupMock().listen();
 * @throws as `createMock` does
 */
export function setupMock({
	onUnhandled = "error",
	...options
}: SetupMockOptions = {}): MockInProcess {
	const context = createSessionContext<TestSession<Zaps>>();
	const core = createMock({
		...options,
		currentSession: () => context.current()?.id,
	});
	const { control } = core;
	const unhandledOutsideRuns: Unhandled[] = [];
	const interception = intercept(
		createRequestResolver(
			context,
			{ onUnhandled, unhandled: unhandledOutsideRuns },
			() => core,
			() => [core],
		),
		async () => {
			await core.close();
			if (unhandledOutsideRuns.length > 0)
				throw new UnhandledRequestError(unhandledOutsideRuns.splice(0));
		},
		() => false,
		() => core.reopen(),
	);
	const host = createLocalHost(
		control,
		operationSpecs,
		onUnhandled,
		options.baseUrl,
		interception.resetHandlers,
	);
	const mockControl = createMockControl<Zaps>(control, operationSpecs);
	return Object.assign(interception, {
		...mockControl,
		async resetAll() {
			const session = context.current();
			if (session) return session.mock.resetAll();
			interception.resetHandlers();
			await mockControl.resetAll();
		},
		url: host.getUrl(""),
		...createSessionRunner(host, context, control, (fn) =>
			interception.server.boundary(fn)(),
		),
	});
}

/**
 * A matcher for Jest, and for the package `expect` with `node:test`. In Vitest, import `zaps-understudy/vitest` instead.
 * @example
 * expect.extend({ toHaveReceived });
 * await expect(mock).toHaveReceived("createZap", { times: 1, body: { name: "A" } });
 */
export const toHaveReceived: ToHaveReceived =
	createToHaveReceived(operationSpecs);
