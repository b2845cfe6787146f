import { parseArgs } from "node:util";
import { Stryker } from "@stryker-mutator/core";
import { sampleLines } from "./sample-lines.ts";

const { values } = parseArgs({
	options: {
		/** Another seed draws other lines. */
		seed: { type: "string", default: "1" },
		/** The share of the lines to mutate. */
		share: { type: "string", default: "0.08" },
		/** Adds the tests of `npm run test:exhaustive`. */
		exhaustive: { type: "boolean", default: false },
	},
});
// Stryker runs the tests in processes of its own.
process.env.EXHAUSTIVE = values.exhaustive ? "1" : "";

await new Stryker({
	testRunner: "vitest",
	plugins: ["@stryker-mutator/vitest-runner"],
	vitest: { configFile: "test/mutants/vitest.config.ts", related: false },
	mutate: sampleLines(Number(values.seed), Number(values.share)),
	coverageAnalysis: "perTest",
	// Only a restart of the tests would run the mutants that run once, at import.
	ignoreStatic: true,
	// A comment at the top of the generated files would fail the tests that compare them.
	disableTypeChecks: false,
	concurrency: 2,
	dryRunTimeoutMinutes: 15,
	timeoutMS: 60_000,
	// Prints each surviving mutant, and the share of killed ones by folder and file.
	reporters: ["progress-append-only", "clear-text"],
	clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
	// A call site in node_modules does not count as one of the test.
	tempDirName: ".stryker-tmp",
}).runMutationTest();
