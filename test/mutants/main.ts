import { relative } from "node:path";
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

const options: ConstructorParameters<typeof Stryker>[0] = {
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
	reporters: ["progress-append-only"],
	tempDirName: "node_modules/.cache/stryker",
};

const KILLED = ["Killed", "Timeout"];
const COUNTED = [...KILLED, "Survived", "NoCoverage"];

const rows = new Map<string, { killed: number; of: number }>();
for (const mutant of await new Stryker(options).runMutationTest()) {
	const { status, location, mutatorName, replacement } = mutant;
	if (!COUNTED.includes(status)) continue;
	const file = relative(process.cwd(), mutant.fileName);
	for (const name of [/^(src\/)?\w+/.exec(file)?.[0] ?? "", "all"]) {
		const { killed, of } = rows.get(name) ?? { killed: 0, of: 0 };
		const added = KILLED.includes(status) ? 1 : 0;
		rows.set(name, { killed: killed + added, of: of + 1 });
	}
	if (!KILLED.includes(status))
		process.stdout.write(
			`survived: ${file}:${location.start.line} ${mutatorName} ${replacement}\n`,
		);
}
for (const [name, { killed, of }] of rows)
	process.stdout.write(
		`${name}: ${killed} of ${of} killed, ${((100 * killed) / of).toFixed(1)} %\n`,
	);
