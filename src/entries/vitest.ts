import { expect, inject, type TestAPI } from "vitest";
import {
	expectRequests,
	type Interception,
	installFetch,
	intercept,
	requireInterception,
} from "../adapters/msw/intercept.ts";
import { completePath } from "../adapters/msw/msw-handler.ts";
import { loadLedger } from "../config/load-ledger.ts";
import {
	listOperations,
	loadConfig,
	loadOperations,
	type TestConfig,
} from "../config/load-test-config.ts";
import {
	adviseConfig,
	describeNoConfig,
	withDatasetFile,
} from "../config/named-presets.ts";
import { findConfig } from "../config/project-files.ts";
import type { UsedAssumptions } from "../control/control.ts";
import type { ServiceTypes } from "../engine/model/service-types.ts";
import {
	createCore as createMockCore,
	type Mock,
} from "../service/create-mock.ts";
import { listMswHandlers } from "../service/defined-handler.ts";
import { loadForwarder } from "../service/load-forwarder.ts";
import { type Registered, serviceOf } from "../service/shipped-service.ts";
import {
	createRequestResolver,
	refuseOutside,
	SessionContext,
} from "../testing/session-context.ts";
import { createTestRunner, wrapTest } from "../testing/test-runner.ts";
import {
	ANY_URL,
	createRemoteHost,
	openTestSession,
	type RemoteOptions,
	RUN_OPTION_NAMES,
	type RunOptions,
	refuseWithRemote,
	type SessionMock,
	type TestSession,
} from "../testing/test-session.ts";
import { type OptionNames, requireOptions } from "../values/require-options.ts";
import { type SetupMockOptions, toHaveReceived } from "./node.ts";

export type { OnUnhandled } from "../adapters/msw/unhandled-options.ts";

/** The options of a mock that its sessions share. */
type SharedOptions = Pick<
	SetupMockOptions,
	"baseUrl" | "clock" | "auth" | "rateLimit" | "journal" | "redact" | "ledger"
> & {
	/** The file with datasets, scenarios, fixtures and handlers; defaults to `understudy.config.ts`, if it exists. */
	readonly config?: string | undefined;
};

/** The options for the mock of a test. `onUnhandled` defaults to `error`, which fails the test. */
export interface MockTestOptions<Types extends ServiceTypes = Registered>
	extends SharedOptions,
		Omit<RunOptions<Types>, "name"> {
	/** A running `understudy serve` to use instead of a mock in this process: its URL, or its URL and token. */
	readonly remote?: string | RemoteOptions | undefined;
}

const { name: _, ...RUN_NAMES } = RUN_OPTION_NAMES;
const OPTION_NAMES: OptionNames<MockTestOptions> = {
	...RUN_NAMES,
	baseUrl: true,
	clock: true,
	auth: true,
	rateLimit: true,
	journal: true,
	redact: true,
	ledger: true,
	remote: true,
	config: true,
};

/** The mock of one test. */
export interface TestMock<Types extends ServiceTypes = Registered>
	extends SessionMock<Types> {
	/**
	 * Adds MSW handlers for this test only. They run before the mock, the latest first.
	 * @throws Error if the mock is in another process
	 */
	readonly use: Interception["use"];
}

/** The fixtures of each test: the mock and its options. */
export interface MockFixtures<Types extends ServiceTypes = Registered> {
	mock: TestMock<Types>;
	mockOptions: MockTestOptions<Types>;
}

declare module "vitest" {
	interface ProvidedContext {
		/** The mock options of all tests. Set them in the configuration with `provide: { mockOptions: { … } }`. */
		mockOptions: MockTestOptions;
	}
	interface TaskMeta {
		/** The assumptions that the responses to the test depend on. The reporter reads them. */
		usedAssumptions?: UsedAssumptions;
	}
}

const sessionContext = new SessionContext<TestSession<Registered>>();

const mocks = new Set<Mock>();

const refuse = (request: Pick<Request, "url">): string | undefined =>
	refuseOutside(request, inject("mockOptions")?.baseUrl);

const interception = intercept(
	createRequestResolver(sessionContext, {
		onUnhandled: "bypass",
		unhandled: [],
		mocks,
		refuse,
	}),
	// Mocks stay open for the tests of the next file.
	async () => {},
	() => sessionContext.openSessions().length === 0,
);

async function createCore({
	config = findConfig(),
	ledger,
	datasetFile,
	...options
}: SharedOptions & { datasetFile: string | undefined }) {
	const configured: Partial<TestConfig> =
		config === undefined ? {} : await loadConfig(config);
	const { document, handlers } = configured;
	const service = serviceOf(configured);
	const core: Mock = createMockCore({
		...options,
		document,
		handlers,
		presets: withDatasetFile(configured.presets, datasetFile, service),
		statuses: loadLedger(ledger ?? configured.ledger, document),
		loadForwarder: document?.loadForwarder ?? loadForwarder,
		currentSession() {
			const session = sessionContext.current();
			return session?.host.core === core ? session.id : undefined;
		},
	});
	mocks.add(core);
	return {
		core,
		file: config,
		specs: listOperations(configured),
		handlers: listMswHandlers(handlers).map(completePath),
	};
}

/** Tests with the same options share a mock, because creating one is slow. */
const cores = new Map<string, ReturnType<typeof createCore>>();

/**
 * Opens the session of a test.
 * @throws TypeError for an unknown option
 * @throws RangeError for an option that a running server cannot change
 * @throws the same errors as `createMock`
 */
async function openVitestSession(
	name: string,
	given: MockTestOptions,
): Promise<TestSession<Registered>> {
	requireOptions("mockOptions", given, OPTION_NAMES);
	const { dataset, seed, scenario, forward, remote, ...others } = given;
	const { onUnhandled = "error", ...shared } = others;
	const options = { name, dataset, seed, scenario, forward };
	if (remote !== undefined) {
		refuseWithRemote(shared);
		const server = typeof remote === "string" ? { url: remote } : remote;
		const specs = await loadOperations();
		const host = await createRemoteHost(server, specs, onUnhandled);
		return openTestSession<Registered>(host, options);
	}
	const datasetFile = dataset?.endsWith(".json") ? dataset : undefined;
	const coreOptions = { ...shared, datasetFile };
	const key = JSON.stringify(coreOptions);
	const started = cores.get(key) ?? createCore(coreOptions);
	cores.set(key, started);
	const { core, file, specs, handlers } = await started;
	adviseConfig(given, file);
	interception.listen();
	await requireInterception();
	expectRequests();
	interception.server.use(...handlers);
	const host = {
		specs,
		control: core.control,
		core,
		onUnhandled,
		hint:
			file === undefined
				? `${describeNoConfig()} start Vitest in its folder, or pass \`config\` in mockOptions to use another.`
				: undefined,
		getUrl: () => shared.baseUrl ?? ANY_URL,
		resetHandlers() {
			interception.resetHandlers();
			interception.server.use(...handlers);
		},
		requireInterception,
	};
	return openTestSession<Registered>(host, options);
}

/** Starts the interception. Starts it again if another MSW server has replaced it. */
function listen(): void {
	void interception.close();
	interception.listen();
}

/**
 * Vitest's `test`, with a mock for each test. Each mock has its own state, requests, scenario and faults, even in
 * concurrent tests. Set options with `test.override({ mockOptions })`.
 * @example
 * test("creates a zap", async ({ mock }) => {
 * 	await createZapAt(mock.url);
 * 	await expect(mock).toHaveReceived("createZap", { times: 1 });
 * });
 */
export const test: TestAPI<MockFixtures> = wrapTest(
	createTestRunner(sessionContext, (run) => interception.server.boundary(run)),
	listen,
	async () => {
		await interception.close();
		installFetch(refuse);
	},
).extend<MockFixtures>({
	mockOptions: [{}, { injected: true }],
	mock: [
		async ({ mockOptions, task }, use) => {
			const scope = sessionContext.currentScope();
			if (!scope)
				throw new Error(
					"The mock is not available in this test. Declare it with test from zaps-understudy/vitest.",
				);
			scope.session = await openVitestSession(task.name, mockOptions);
			const { mock, host } = scope.session;
			await use({
				...mock,
				use(...handlers) {
					if (!host.core)
						throw new Error(
							"MSW handlers cannot be sent to another process. Use mock.answer(…), or add the handlers to the server's configuration.",
						);
					interception.use(...handlers);
				},
			});
		},
		{ auto: true },
	],
});

/**
 * Returns `test` with the types of a document that is not registered. The configuration names the document.
 * @example
 * const libraryTest = testOf<Library>();
 * libraryTest.override({ mockOptions: { config: "library.config.ts" } });
 */
export const testOf = <Types extends ServiceTypes>(): TestAPI<
	MockFixtures<Types>
> => test as unknown as TestAPI<MockFixtures<Types>>;

installFetch(refuse);
expect.extend({ toHaveReceived });
