import { expect, type TestAPI, type TestContext } from "vitest";
import type { OperationId } from "../handlers/define-operation.ts";
import type { Interception } from "./adapters/msw/intercept.ts";
import type { UsedAssumptions } from "./control/used-assumptions.ts";
import { toHaveReceived } from "./node.ts";
import type { ExpectationOf } from "./testing/expectation.ts";
import type { SessionScope } from "./testing/session-context.ts";
import { closeTestSession, type SessionMock } from "./testing/test-session.ts";
import { wrapTest } from "./testing/wrap-test.ts";
import type { Zaps } from "./typed-operations.ts";
import {
	interception,
	type MockTestOptions,
	openVitestSession,
	sessionContext,
	type VitestSession,
} from "./vitest-runtime.ts";

export type { OnUnhandled } from "./engine/routing/on-unhandled.ts";
export type { MockTestOptions } from "./vitest-runtime.ts";

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
