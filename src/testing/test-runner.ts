import { type TestAPI, type TestContext, TestRunner } from "vitest";
import { explainFailure } from "./explain-failure.ts";
import type { SessionContext, SessionScope } from "./session-context.ts";
import { type ClosableSession, closeTestSession } from "./test-session.ts";

type RunTest = () => Promise<void>;

/**
 * Creates a function that runs a test in its own scope, even if no session is opened in it, and closes its session
 * afterwards. The function throws UnhandledRequestError if requests matched no operation.
 * @param isolate keeps MSW handlers of the test separate from other tests
 */
export const createTestRunner =
	<Session extends ClosableSession>(
		sessions: SessionContext<Session>,
		isolate: (runTest: RunTest) => RunTest,
	) =>
	async (runTest: RunTest, { task }: TestContext): Promise<void> => {
		const scope: SessionScope<Session> = { session: undefined };
		// A retried test keeps the errors of earlier tries.
		const earlier = task.result?.errors?.length ?? 0;
		await sessions.run(scope, isolate(runTest));
		if (!scope.session) return;
		const failure = task.result?.errors?.[earlier];
		if (failure)
			explainFailure(failure, await scope.session.control.requests());
		const { usedAssumptions, error } = await closeTestSession(scope.session);
		task.meta.usedAssumptions = usedAssumptions;
		if (error) throw error;
		await scope.session.host.requireInterception?.();
	};

type Fn = TestAPI["fn"];

/**
 * Returns Vitest's `test` with a function around each test, its hooks and its fixtures. The alternatives do not work:
 * hooks registered while this module loads exist only for the first file if files share modules (`isolate: false`), and
 * `test.aroundEach` sets up automatic fixtures before it calls its function.
 * @param prepare called before the first test of a suite is declared
 * @param end called after the last suite of a file for which `prepare` was called
 */
export function wrapTest(
	around: (runTest: () => Promise<void>, context: TestContext) => Promise<void>,
	prepare: () => void,
	end: () => Promise<void>,
): TestAPI {
	const prepared = new WeakSet<object>();
	/** By file, the number of suites that have not ended. */
	const left = new WeakMap<object, number>();
	return TestRunner.createTaskCollector(function (
		this: ThisParameterType<Fn>,
		...args: Parameters<Fn>
	) {
		if (TestRunner.getCurrentTest())
			throw new Error(
				"A test cannot be declared inside another test. Put both into a describe.",
			);
		const collector = TestRunner.getCurrentSuite();
		// Vitest uses one collector for the top-level tests of all files.
		const suite = collector.suite ?? collector.file;
		if (!prepared.has(suite)) {
			prepared.add(suite);
			prepare();
			collector.on("aroundEach", around);
			const { file } = suite;
			left.set(file, (left.get(file) ?? 0) + 1);
			collector.on("afterAll", async () => {
				const others = (left.get(file) ?? 1) - 1;
				left.set(file, others);
				if (others === 0) await end();
			});
		}
		collector.test.fn.apply(this, args);
	});
}
