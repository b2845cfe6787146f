import { type TestAPI, type TestContext, TestRunner } from "vitest";

type Fn = TestAPI["fn"];

/**
 * Vitest's `test`, with something around each test, its hooks and its fixtures. A hook registered while this module is
 * imported would be there for the first file only where modules are shared between files (`isolate: false`), and
 * `test.aroundEach` sets up the fixtures that are always there before it is called.
 * @param prepare called before the first test of a suite is declared
 */
export function testAround(
	around: (runTest: () => Promise<void>, context: TestContext) => Promise<void>,
	prepare: () => void,
): TestAPI {
	const known = new WeakSet<object>();
	return TestRunner.createTaskCollector(function (
		this: ThisParameterType<Fn>,
		...args: Parameters<Fn>
	) {
		if (TestRunner.getCurrentTest())
			throw new Error(
				"A test cannot be declared inside another one. Put both into a describe.",
			);
		const collector = TestRunner.getCurrentSuite();
		// Vitest collects the tests outside of any describe of all files in the same collector.
		const suite = collector.suite ?? collector.file;
		if (!known.has(suite)) {
			known.add(suite);
			prepare();
			collector.on("aroundEach", around);
		}
		collector.test.fn.apply(this, args);
	});
}
