import { expect, type TestAPI, type TestContext } from "vitest";
import type { OperationId } from "../handlers/define-operation.ts";
import { type Interception, intercept } from "./adapters/msw/intercept.ts";
import type { UsedAssumptions } from "./control/used-assumptions.ts";
import { createMock, type Mock, type MockOptions } from "./index.ts";
import { loadForwarder } from "./load-forwarder.ts";
import { loadLedger } from "./load-ledger.ts";
import { type SetupMockOptions, toHaveReceived } from "./node.ts";
import { createRequestResolver } from "./request-resolver.ts";
import type { ExpectationOf } from "./testing/expectation.ts";
import {
	createSessionContext,
	type SessionScope,
} from "./testing/session-context.ts";
import {
	ANY_URL,
	createRemoteHost,
	type RemoteOptions,
	type SessionHost,
} from "./testing/session-host.ts";
import {
	closeTestSession,
	openTestSession,
	type RunOptions,
	type SessionMock,
	type TestSession,
} from "./testing/test-session.ts";
import { wrapTest } from "./testing/wrap-test.ts";
import { operationSpecs, type Zaps } from "./typed-operations.ts";

export type { OnUnhandled } from "./engine/routing/on-unhandled.ts";

/** The options that belong to a mock, and not to a session. */
type SharedOptions = Pick<
	MockOptions,
	"baseUrl" | "clock" | "auth" | "rateLimit" | "journal" | "redact"
> &
	Pick<SetupMockOptions, "ledger">;

/** How the mock of a test starts. `onUnhandled` defaults to `error`, which fails the test. */
export interface MockTestOptions
	extends SharedOptions,
		Omit<RunOptions, "name"> {
	/** A running `understudy serve` to use instead of a mock in this process: its URL, or its URL and token. */
	readonly remote?: string | RemoteOptions | undefined;
}

/** The mock as one test sees it. */
export interface TestMock extends SessionMock<Zaps> {
	/**
	 * Adds MSW handlers that run before the mock, the latest first, in this test only.
	 * @throws Error if the mock is in another process
	 */
	readonly use: Interception["use"];
}

/** The fixtures of each test: the mock and its options. */
export interface MockFixtures {
	mock: TestMock;
	mockOptions: MockTestOptions;
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
	interface Matchers<T> {
		/**
		 * Asserts that the mock received an operation with the expected values.
		 * @example
		 * await expect(mock).toHaveReceived("createZap", { times: 1, body: { name: "A" } });
		 */
		toHaveReceived<Id extends OperationId>(
			operation: Id,
			expectation?: ExpectationOf<Zaps, Id>,
		): Promise<void>;
	}
}

/** The session of a running test. */
interface VitestSession extends TestSession<Zaps> {
	/** The mock of the session. Undefined if it is in another process. */
	readonly core: Mock | undefined;
}

const sessionContext = createSessionContext<VitestSession>();

const mocks = new Map<string, Mock>();

const interception = intercept(
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
		loadForwarder,
		statuses: loadLedger(options.ledger),
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
async function openVitestSession(
	name: string,
	{
		dataset,
		seed,
		scenario,
		forward,
		onUnhandled = "error",
		remote,
		...shared
	}: MockTestOptions,
): Promise<VitestSession> {
	const options = { name, dataset, seed, scenario, forward };
	if (remote === undefined) {
		const core = getCore(shared);
		const host: SessionHost = {
			specs: operationSpecs,
			control: core.control,
			onUnhandled,
			getUrl: () => shared.baseUrl ?? ANY_URL,
			resetHandlers: interception.resetHandlers,
		};
		interception.listen();
		return { ...(await openTestSession<Zaps>(host, options)), core };
	}
	for (const [name, value] of Object.entries(shared))
		if (value !== undefined)
			throw new RangeError(
				`The option ${name} cannot be used with remote. Pass it to understudy serve instead.`,
			);
	const server = typeof remote === "string" ? { url: remote } : remote;
	const host = await createRemoteHost(server, operationSpecs, onUnhandled);
	return { ...(await openTestSession<Zaps>(host, options)), core: undefined };
}

/** Starts the interception, again if another MSW server has replaced it since. */
function listen(): void {
	void interception.close();
	interception.listen();
}

/** Runs each test in a scope of its own, even if no session will be opened in it. */
async function runTestInScope(
	runTest: () => Promise<void>,
	{ task }: TestContext,
): Promise<void> {
	const scope: SessionScope<VitestSession> = { session: undefined };
	await sessionContext.run(scope, interception.server.boundary(runTest));
	if (!scope.session) return;
	const { usedAssumptions, error } = await closeTestSession(scope.session);
	task.meta.usedAssumptions = usedAssumptions;
	if (error) throw error;
}

/**
 * Vitest's `test` with a mock in each test. Each mock has its own state, requests, scenario and faults, in concurrent
 * tests too. Set options with `test.override({ mockOptions })`.
 * @example
 * test("creates a zap", async ({ mock }) => {
 * 	await createZapAt(mock.url);
 * 	await expect(mock).toHaveReceived("createZap", { times: 1 });
 * });
 */
export const test: TestAPI<MockFixtures> = wrapTest(
	runTestInScope,
	listen,
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
			const { mock, core } = scope.session;
			await use({
				...mock,
				use(...handlers) {
					if (!core)
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

// Starts before other modules load, because clients may keep the `fetch` that they find while loading.
listen();
expect.extend({ toHaveReceived });
