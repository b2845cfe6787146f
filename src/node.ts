import { type Interception, intercept } from "./adapters/msw/intercept.ts";
import type { OnUnhandled, Unhandled } from "./engine/routing/on-unhandled.ts";
import type { MockOptions } from "./index.ts";
import { createMock } from "./index.ts";
import {
	type ConnectMockOptions,
	connectTo,
	type RemoteMock,
} from "./testing/connect-mock.ts";
import { createMockControl, type MockControl } from "./testing/mock-control.ts";
import { isRemoteOrigin } from "./testing/remote-origins.ts";
import type { TestRun } from "./testing/run.ts";
import { createRunContext } from "./testing/run-context.ts";
import { hostInProcess } from "./testing/run-host.ts";
import {
	createToHaveReceived,
	type ToHaveReceived,
} from "./testing/to-have-received.ts";
import { UnhandledRequestError } from "./testing/unhandled-request-error.ts";
import { rejectRequest } from "./testing/unmatched-policy.ts";
import {
	createUsedAssumptionsTotal,
	type SuiteUsedAssumptions,
} from "./testing/used-assumptions-total.ts";
import { createWithSession, type WithSession } from "./testing/with-session.ts";
import { knownOperations, type Zaps } from "./typed-operations.ts";

export type { Interception } from "./adapters/msw/intercept.ts";
export type { OnUnhandled } from "./engine/routing/on-unhandled.ts";
export type { ConnectMockOptions } from "./testing/connect-mock.ts";
export { formatUsedAssumptions } from "./testing/format-used-assumptions.ts";
export type { RunOptions } from "./testing/run.ts";
export { UnhandledRequestError } from "./testing/unhandled-request-error.ts";
export type { SuiteUsedAssumptions } from "./testing/used-assumptions-total.ts";

export interface SetupMockOptions
	extends Omit<MockOptions, "basePath" | "Response" | "currentSession"> {
	/** What becomes of a request that no handler matches; `error` when absent. */
	readonly onUnhandled?: OnUnhandled;
}

/** The mock inside this process. What it is asked and told is about the run of the running code, or about all. */
export interface MockInProcess extends Interception, MockControl<Zaps> {
	/** Where requests are answered: the base URL, or one of all where there is none. */
	readonly url: string;
	/**
	 * Does something in a session of its own, whatever else runs at the same time: what it creates, sets and adds by
	 * `use` concerns nobody else.
	 * @example
	 * test("lists what was created", () => mock.run(async () => { … }));
	 */
	readonly run: WithSession<Zaps>;
	/** What the answers so far rested on. */
	usedAssumptions(): Promise<SuiteUsedAssumptions>;
}

/**
 * The mock inside this process.
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
	const context = createRunContext<TestRun<Zaps>>();
	const core = createMock({
		...options,
		currentSession: () => context.current()?.session,
	});
	const { control } = core;
	const total = createUsedAssumptionsTotal();
	/** Sent outside of any run. */
	const ofNobody: Unhandled[] = [];
	const interception = intercept(
		(request) => {
			if (isRemoteOrigin(request)) return undefined;
			const { run, refused } = context.of(request);
			const unhandled = run?.onUnhandled ?? onUnhandled;
			if (refused !== undefined)
				return rejectRequest(request, refused, [core], unhandled);
			return {
				mock: core,
				onUnhandled: unhandled,
				onError: (unhandled) => (run?.unhandled ?? ofNobody).push(unhandled),
			};
		},
		async () => {
			await core.close();
			if (ofNobody.length > 0)
				throw new UnhandledRequestError(ofNobody.splice(0));
		},
		() => false,
		() => core.reopen(),
	);
	const host = hostInProcess(
		control,
		knownOperations,
		onUnhandled,
		options.baseUrl,
		interception.resetHandlers,
	);
	const ofAll = createMockControl<Zaps>(control, knownOperations);
	return Object.assign(interception, {
		...ofAll,
		async resetAll() {
			const run = context.current()?.mock;
			if (run) return run.resetAll();
			interception.resetHandlers();
			await ofAll.resetAll();
		},
		url: host.urlOf(""),
		run: createWithSession(host, context, total, (act) =>
			interception.server.boundary(act)(),
		),
		async usedAssumptions() {
			const run = context.current();
			const all = run ? createUsedAssumptionsTotal() : total.copy();
			all[run ? "addTest" : "addOther"](await control.usedAssumptions());
			return all.read();
		},
	});
}

/**
 * A session of its own of a running `understudy serve`, with the API of a mock in this process; `close` deletes it.
 * Requests belong to it that are sent to its `url`, or with its `headers`.
 * @example
 * await using mock = await connectMock({ url: "http://127.0.0.1:4010" });
 * await startAppWith({ ZAPS_URL: mock.url });
 * @throws ControlError where nobody answers, the token is wrong, or what is asked for cannot be
 */
export function connectMock(
	options: ConnectMockOptions,
): Promise<RemoteMock<Zaps>> {
	return connectTo<Zaps>(knownOperations, options);
}

/**
 * A matcher for Jest, or for its package `expect` beside `node:test`; Vitest has it by importing
 * `zaps-understudy/vitest`.
 * @example
 * expect.extend({ toHaveReceived });
 * await expect(mock).toHaveReceived("createZap", { times: 1, body: { name: "A" } });
 */
export const toHaveReceived: ToHaveReceived =
	createToHaveReceived(knownOperations);
