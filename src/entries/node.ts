import { resolve } from "node:path";
import {
	explainSilence,
	type Interception,
	intercept,
	listUsedHandlers,
	requireListening,
} from "../adapters/msw/intercept.ts";
import type {
	OnUnhandled,
	Unhandled,
} from "../adapters/msw/unhandled-options.ts";
import { loadLedger } from "../config/load-ledger.ts";
import { adviseLoadConfig, withDatasetFile } from "../config/named-presets.ts";
import { findConfig } from "../config/project-files.ts";
import { MOCK_OPTION_NAMES } from "../engine/mock-options.ts";
import { loadForwarder } from "../service/load-forwarder.ts";
import {
	operationSpecs,
	serviceOf,
	type Zaps,
} from "../service/shipped-service.ts";
import {
	createMockControl,
	type MockControl,
} from "../testing/mock-control.ts";
import {
	createRequestResolver,
	SessionContext,
} from "../testing/session-context.ts";
import {
	createSessionRunner,
	type SessionRunner,
} from "../testing/session-runner.ts";
import {
	ANY_URL,
	closeTestSession,
	createRemoteHost,
	openTestSession,
	type RemoteOptions,
	RUN_OPTION_NAMES,
	type RunOptions as RunOptionsOf,
	type SessionMock,
	type TestSession,
} from "../testing/test-session.ts";
import {
	createToHaveReceived,
	type ToHaveReceived,
} from "../testing/to-have-received.ts";
import { UnhandledRequestError } from "../testing/unhandled-request-error.ts";
import { isObject } from "../values/json.ts";
import { type OptionNames, requireOptions } from "../values/require-options.ts";
import { createMock, type MockOptions } from "./index.ts";

export type { Interception } from "../adapters/msw/intercept.ts";
export type { OnUnhandled } from "../adapters/msw/unhandled-options.ts";
export type { ForwardSettings } from "../engine/forwarding/forwarder.ts";
export {
	InvalidDocumentError,
	loadDocument,
	type MockDocument,
} from "../service/load-document.ts";
export { loadForwarder } from "../service/load-forwarder.ts";
export {
	formatUsedAssumptions,
	type SuiteUsedAssumptions,
} from "../testing/suite-used-assumptions.ts";
export { UnhandledRequestError } from "../testing/unhandled-request-error.ts";

/** How a run starts. */
export type RunOptions = RunOptionsOf<Zaps>;

export interface SetupMockOptions
	extends Omit<
		MockOptions,
		"basePath" | "currentSession" | "loadForwarder" | "statuses"
	> {
	/** The file with the statuses of the assumptions; defaults to `understudy.assumptions.yaml`, if it exists. */
	readonly ledger?: string | undefined;
	/** What to do with requests that match no operation. Defaults to `error`. */
	readonly onUnhandled?: OnUnhandled;
}

const {
	basePath: _,
	currentSession: __,
	statuses: ___,
	loadForwarder: ____,
	...MOCK_NAMES
} = MOCK_OPTION_NAMES;
const SETUP_OPTION_NAMES: OptionNames<SetupMockOptions> = {
	...MOCK_NAMES,
	ledger: true,
	onUnhandled: true,
};
/**
 * Loads the datasets, the scenarios, the fixtures and the path of the ledger of a configuration. Its flags and handlers
 * are for `understudy serve`.
 * @param file defaults to `understudy.config.ts`, or `.mts`, `.js` or `.mjs`, in the current folder
 * @example
 * const mock = setupMock({ ...(await loadConfig()), dataset: "shop" });
 * @throws Error if there is no configuration, or it is invalid
 */
export async function loadConfig(
	file: string | undefined = findConfig(),
): Promise<Pick<SetupMockOptions, "document" | "presets" | "ledger">> {
	if (file === undefined)
		throw new Error(
			`No configuration found in ${resolve()}. Write understudy.config.ts there, or pass the path of the file.`,
		);
	// Loads only on request, because it is slow.
	const { loadConfig: load } = await import("../config/load-config.ts");
	const { document, presets, flags } = await load(resolve(file));
	return { document, presets, ledger: flags.ledger };
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
 * @throws as `createMock` does
 * @throws Error if the ledger cannot be read
 */
export function setupMock(given: SetupMockOptions = {}): MockInProcess {
	if (isObject(given)) adviseLoadConfig(given, findConfig());
	requireOptions("setupMock", given, SETUP_OPTION_NAMES);
	const { onUnhandled = "error", ledger, ...options } = given;
	const context = new SessionContext<TestSession<Zaps>>();
	const core = createMock({
		loadForwarder: options.document?.loadForwarder ?? loadForwarder,
		...options,
		presets: withDatasetFile(
			options.presets,
			options.dataset,
			serviceOf(options),
		),
		statuses: loadLedger(ledger, options.document),
		currentSession: () => context.current()?.id,
	});
	const { control } = core;
	const specs = serviceOf(given).operations.map(({ spec }) => spec);
	const unhandledOutsideRuns: Unhandled[] = [];
	const interception = intercept(
		createRequestResolver(context, {
			onUnhandled,
			unhandled: unhandledOutsideRuns,
			mock: core,
		}),
		async () => {
			await core.close();
			if (unhandledOutsideRuns.length > 0)
				throw new UnhandledRequestError(unhandledOutsideRuns.splice(0));
		},
		() => false,
		() => core.reopen(),
	);
	const url = options.baseUrl ?? ANY_URL;
	const host = {
		specs,
		control,
		core,
		onUnhandled,
		getUrl: () => url,
		resetHandlers: interception.resetHandlers,
	};
	return Object.assign(interception, {
		...createMockControl<Zaps>(control, specs),
		async resetAll() {
			const session = context.current();
			if (session) return session.mock.resetAll();
			interception.resetHandlers();
			await control.reset({ all: true });
		},
		url,
		...createSessionRunner(
			host,
			context,
			control,
			(fn) => requireListening(interception.server).boundary(fn)(),
			() => explainSilence(interception.server),
		),
	});
}

/** `onUnhandled` applies to each run, and to `close`. Defaults to `error`. */
export interface ConnectMockOptions extends RemoteOptions, RunOptions {}

const CONNECT_OPTION_NAMES: OptionNames<ConnectMockOptions> = {
	url: true,
	token: true,
	...RUN_OPTION_NAMES,
};

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
 * const mock = await connectMock({ url: "http://127.0.0.1:4010" });
 * await startAppWith({ ZAPS_URL: mock.url });
 * await mock.close();
 * @throws ControlError if the server does not respond, the token is wrong, or an option is invalid
 * @throws TypeError for an unknown option
 */
export async function connectMock(
	options: ConnectMockOptions,
): Promise<RemoteMock> {
	requireOptions("connectMock", options, CONNECT_OPTION_NAMES);
	const { onUnhandled } = options;
	const host = await createRemoteHost(options, operationSpecs, onUnhandled);
	const context = new SessionContext<TestSession<Zaps>>();
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
			const current = context.current()?.mock ?? target;
			return Reflect.get(property in current ? current : target, property);
		},
	});
}

/**
 * A matcher for Jest, and for the package `expect` with `node:test`. In Vitest, import `zaps-understudy/vitest` instead.
 * @example
 * expect.extend({ toHaveReceived });
 * await expect(mock).toHaveReceived("createZap", { times: 1, body: { name: "A" } });
 */
export const toHaveReceived: ToHaveReceived = createToHaveReceived(
	operationSpecs,
	listUsedHandlers,
);
