import { expect, type TestAPI, type TestContext } from "vitest";
import type { Interception } from "./adapters/msw/intercept.ts";
import type { ExpectationOf } from "./testing/expectation.ts";
import { beginRun, endRun } from "./testing/run.ts";
import type { Slot } from "./testing/run-context.ts";
import type { RunMock } from "./testing/run-mock.ts";
import { testAround } from "./testing/test-around.ts";
import { createToHaveReceived } from "./testing/to-have-received.ts";
import { toMeta } from "./testing/used-assumptions-meta.ts";
import {
	knownOperations,
	type OperationId,
	type Zaps,
} from "./typed-operations.ts";
import {
	createVitestRuntime,
	type MockTestOptions,
	type RuntimeRun,
} from "./vitest-runtime.ts";

export type { OnUnhandled } from "./engine/routing/on-unhandled.ts";
export type { MockTestOptions } from "./vitest-runtime.ts";

/** The mock as one test sees it. */
export interface TestMock extends RunMock<Zaps> {
	/**
	 * Handlers of MSW to be tried before the mock, the latest first, in this test only.
	 * @throws Error where the mock is in another process
	 */
	readonly use: Interception["use"];
}

/** What each test can have: the mock, and how it begins. */
export interface MockFixtures {
	mock: TestMock;
	mockOptions: MockTestOptions;
}

declare module "vitest" {
	interface ProvidedContext {
		/** In the configuration, `provide: { mockOptions: { … } }` says how the mock of every test begins. */
		mockOptions: MockTestOptions;
	}
	interface Matchers<T> {
		/**
		 * That the mock received an operation: at least once or so many times, and like this.
		 * @example
		 * await expect(mock).toHaveReceived("createZap", { times: 1, body: { name: "A" } });
		 */
		toHaveReceived<Id extends OperationId>(
			operation: Id,
			expectation?: ExpectationOf<Zaps, Id>,
		): Promise<void>;
	}
}

const { context, interception, hostFor } = createVitestRuntime();

/** Begins to intercept, again where another server of MSW has done so since, by which this one hears nothing any more. */
function listen(): void {
	void interception.close();
	interception.listen();
}

/** Each test has a place of its own, whether or not there will be a mock in it. */
async function around(
	runTest: () => Promise<void>,
	{ task }: TestContext,
): Promise<void> {
	const slot: Slot<RuntimeRun> = { run: undefined };
	await context.within(slot, interception.server.boundary(runTest));
	if (!slot.run) return;
	const { rested, error } = await endRun(slot.run.host, slot.run);
	task.meta.usedAssumptions = toMeta(rested);
	if (error) throw error;
}

function useNothing(): never {
	throw new Error(
		"Handlers of MSW cannot be sent to another process. Use mock.answer(…), or give them to the server by its configuration.",
	);
}

async function beginTest(
	{ dataset, seed, scenario, ...options }: MockTestOptions,
	task: TestContext["task"],
): Promise<TestMock> {
	const slot = context.slot();
	if (!slot)
		throw new Error(
			"The mock is there only for tests that are declared by the test of zaps-understudy/vitest.",
		);
	const { core, host } = hostFor(options);
	if (core) interception.listen();
	const begin = { name: task.name, dataset, seed, scenario };
	const run = await beginRun<Zaps>(host, begin);
	slot.run = { ...run, core, host };
	return { ...run.mock, use: core ? interception.use : useNothing };
}

/**
 * Vitest's `test`, in which each test has a mock of its own, concurrent ones too: its own state, requests, scenario and
 * faults. `test.override({ mockOptions })` says how it begins.
 * @example
 * test("creates a zap", async ({ mock }) => {
 * 	await createZapAt(mock.url);
 * 	await expect(mock).toHaveReceived("createZap", { times: 1 });
 * });
 */
export const test: TestAPI<MockFixtures> = testAround(
	around,
	listen,
).extend<MockFixtures>({
	mockOptions: [{}, { injected: true }],
	mock: [
		async ({ mockOptions, task }, use) =>
			use(await beginTest(mockOptions, task)),
		{ auto: true },
	],
});

// Clients that are made while modules load keep the `fetch` that they find.
listen();
expect.extend({ toHaveReceived: createToHaveReceived(knownOperations) });
