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
import { listOperations } from "../config/load-test-config.ts";
import { adviseLoadConfig, withDatasetFile } from "../config/named-presets.ts";
import { findConfig } from "../config/project-files.ts";
import type {
	OperationNameOf,
	ServiceTypes,
} from "../engine/model/service-types.ts";
import {
	createCore,
	MOCK_OPTION_NAMES,
	type MockOptions,
	readConfigured,
} from "../service/create-mock.ts";
import { listMswHandlers } from "../service/defined-handler.ts";
import { loadForwarder } from "../service/load-forwarder.ts";
import {
	operationSpecs,
	type Registered,
	serviceOf,
} from "../service/shipped-service.ts";
import type { ExpectationOf } from "../testing/expectation.ts";
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

export type { Interception } from "../adapters/msw/intercept.ts";
export type { OnUnhandled } from "../adapters/msw/unhandled-options.ts";
export { loadConfig } from "../config/load-test-config.ts";
export type { ForwardSettings } from "../engine/forwarding/forwarder.ts";
export { loadDocument, type MockDocument } from "../service/load-document.ts";
export { loadForwarder } from "../service/load-forwarder.ts";
export { InvalidDocumentError } from "../service/source-file.ts";
export {
	formatUsedAssumptions,
	type SuiteUsedAssumptions,
} from "../testing/suite-used-assumptions.ts";
export { UnhandledRequestError } from "../testing/unhandled-request-error.ts";

/** The options of a run. */
export type RunOptions<Types extends ServiceTypes = Registered> =
	RunOptionsOf<Types>;

export interface SetupMockOptions<Types extends ServiceTypes = Registered>
	extends Omit<
		MockOptions<Types>,
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

/** A mock in this process. Inside `run`, all methods act on the session of that run. */
export interface MockInProcess<Types extends ServiceTypes = Registered>
	extends Interception,
		Omit<MockControl<Types>, "describe">,
		SessionRunner<Types> {
	/** The URL to send requests to: the base URL or, without a base URL, an arbitrary URL. */
	readonly url: string;
}

/**
 * Creates a mock that intercepts the requests of this process.
 * @example
 * const mock = setupMock({ baseUrl: 'http://zaps.test' });
 * beforeAll(() => mock.listen());
 * afterAll(() => mock.close());
 * @throws the same errors as `createMock`
 * @throws Error if the ledger cannot be read
 */
export function setupMock<Types extends ServiceTypes = Registered>(
	given?: SetupMockOptions<Types>,
): MockInProcess<Types>;
// `ReturnType` takes the last overload.
export function setupMock(given?: SetupMockOptions): MockInProcess;
export function setupMock<Types extends ServiceTypes>(
	given: SetupMockOptions<Types> = {},
): MockInProcess<Types> {
	if (isObject(given)) adviseLoadConfig(given, findConfig());
	requireOptions("setupMock", given, SETUP_OPTION_NAMES);
	const { onUnhandled = "error", ledger, ...others } = given;
	const options = readConfigured("setupMock", others);
	const context = new SessionContext<TestSession<Types>>();
	const core = createCore({
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
	const specs = listOperations(options);
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
		listMswHandlers(options.handlers),
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
		...createMockControl<Types>(control, specs),
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
export interface ConnectMockOptions<Types extends ServiceTypes = Registered>
	extends RemoteOptions,
		RunOptions<Types> {
	/** The OpenAPI document that the server follows, from `loadDocument`; defaults to the document of the package. */
	readonly document?: MockOptions["document"];
	/** The handlers in the server's configuration, whose operations the server has. */
	readonly handlers?: MockOptions["handlers"];
}

const CONNECT_OPTION_NAMES: OptionNames<ConnectMockOptions> = {
	url: true,
	token: true,
	document: true,
	handlers: true,
	...RUN_OPTION_NAMES,
};

/**
 * A session of a mock in another process. Inside `run`, all properties belong to the session of that run, and the
 * code under test must use its `url`.
 */
export interface RemoteMock<Types extends ServiceTypes = Registered>
	extends Omit<SessionMock<Types>, "describe">,
		SessionRunner<Types> {
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
export function connectMock<Types extends ServiceTypes = Registered>(
	options: ConnectMockOptions<Types>,
): Promise<RemoteMock<Types>>;
export function connectMock(options: ConnectMockOptions): Promise<RemoteMock>;
export async function connectMock<Types extends ServiceTypes>(
	options: ConnectMockOptions<Types>,
): Promise<RemoteMock<Types>> {
	requireOptions("connectMock", options, CONNECT_OPTION_NAMES);
	const { onUnhandled } = options;
	const specs = listOperations(options);
	const host = await createRemoteHost(options, specs, onUnhandled);
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
			const current = context.current()?.mock ?? target;
			return Reflect.get(property in current ? current : target, property);
		},
	});
}

// Methods, and no common interface: a second copy of this package then adds an overload, and no error.
declare global {
	namespace Chai {
		// The type parameters of Vitest's Matchers differ between Vitest 4 and 5.
		interface Assertion {
			/**
			 * Asserts that the mock received an operation with the expected values.
			 * @example
			 * await expect(mock).toHaveReceived("createZap", { times: 1, body: { name: "A" } });
			 */
			toHaveReceived<
				Types extends ServiceTypes = Registered,
				Id extends OperationNameOf<Types> = OperationNameOf<Types>,
			>(operation: Id, expectation?: ExpectationOf<Types, Id>): Promise<void>;
		}
	}
	namespace jest {
		interface Matchers<R, T> {
			toHaveReceived<
				Types extends ServiceTypes = Registered,
				Id extends OperationNameOf<Types> = OperationNameOf<Types>,
			>(operation: Id, expectation?: ExpectationOf<Types, Id>): Promise<void>;
		}
	}
}

// biome-ignore lint/suspicious/noTsIgnore: only projects without Jest have an error here
/** @ts-ignore Jest may not be installed. `@jest/globals` and Jest's package `expect` have these matchers. */
declare module "expect" {
	interface Matchers<R, T> {
		toHaveReceived<
			Types extends ServiceTypes = Registered,
			Id extends OperationNameOf<Types> = OperationNameOf<Types>,
		>(operation: Id, expectation?: ExpectationOf<Types, Id>): Promise<void>;
	}
}

/**
 * A matcher for Jest, and for the package `expect` with `node:test`. In Vitest, `zaps-understudy/vitest` adds it itself, and
 * `zaps-understudy/playwright` exports an `expect` that has it.
 * @example
 * expect.extend({ toHaveReceived });
 * await expect(mock).toHaveReceived("createZap", { times: 1, body: { name: "A" } });
 */
export const toHaveReceived: ToHaveReceived = createToHaveReceived(
	operationSpecs,
	listUsedHandlers,
);
