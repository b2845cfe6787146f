import { createCore } from "./core.ts";
import type { MockOptions } from "./index.ts";
import type { OnUnhandled, Unhandled } from "./mock/on-unhandled.ts";
import { knownOperations, type Zaps } from "./test-kit.ts";
import {
	type ConnectMockOptions,
	connectTo,
	type RemoteMock,
} from "./testing/connect-mock.ts";
import { isElsewhere } from "./testing/elsewhere.ts";
import { createMockControl, type MockControl } from "./testing/mock-control.ts";
import { createPerformRun, type PerformRun } from "./testing/perform-run.ts";
import { refuse } from "./testing/refuse.ts";
import {
	createRestedOnTotal,
	type SuiteRestedOn,
} from "./testing/rested-on-total.ts";
import type { Run } from "./testing/run.ts";
import { createRunContext } from "./testing/run-context.ts";
import { hostInProcess } from "./testing/run-host.ts";
import {
	createToHaveReceived,
	type ToHaveReceived,
} from "./testing/to-have-received.ts";
import { UnhandledRequestError } from "./testing/unhandled-request-error.ts";
import { type Interception, intercept } from "./transports/intercept.ts";

export type { OnUnhandled } from "./mock/on-unhandled.ts";
export type { ConnectMockOptions } from "./testing/connect-mock.ts";
export { formatRestedOn } from "./testing/format-rested-on.ts";
export type { SuiteRestedOn } from "./testing/rested-on-total.ts";
export type { RunOptions } from "./testing/run.ts";
export { UnhandledRequestError } from "./testing/unhandled-request-error.ts";
export type { Interception } from "./transports/intercept.ts";

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
	readonly run: PerformRun<Zaps>;
	/** What the answers so far rested on. */
	restedOn(): Promise<SuiteRestedOn>;
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
	const context = createRunContext<Run<Zaps>>();
	const core = createCore({
		...options,
		currentSession: () => context.current()?.session,
	});
	const { control } = core;
	const total = createRestedOnTotal();
	/** Sent outside of any run. */
	const ofNobody: Unhandled[] = [];
	const interception = intercept(
		(request) => {
			if (isElsewhere(request)) return undefined;
			const { run, refused } = context.of(request);
			const unhandled = run?.onUnhandled ?? onUnhandled;
			if (refused !== undefined)
				return refuse(request, refused, core.responders, unhandled);
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
		run: createPerformRun(host, context, total, (act) =>
			interception.server.boundary(act)(),
		),
		async restedOn() {
			const run = context.current();
			const all = run ? createRestedOnTotal() : total.copy();
			all[run ? "addTest" : "addOther"](await control.restedOn());
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
