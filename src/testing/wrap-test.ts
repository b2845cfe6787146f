import { type TestAPI, type TestContext, TestRunner } from "vitest";

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
	/** The number of suites of each file that have not ended. */
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
