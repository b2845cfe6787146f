import { join, relative } from "node:path";
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

const COLUMNS: Readonly<Record<string, "killed" | "survived">> = {
	Killed: "killed",
	Timeout: "killed",
	Survived: "survived",
	NoCoverage: "survived",
};

const rows = new Map<string, { killed: number; survived: number }>();
for (const mutant of await new Stryker(options).runMutationTest()) {
	const column = COLUMNS[mutant.status];
	if (!column) continue;
	const file = relative(process.cwd(), mutant.fileName);
	const folder = file.split("/").slice(0, file.startsWith("src/") ? 2 : 1);
	for (const name of [join(...folder), "all"]) {
		const row = rows.get(name) ?? { killed: 0, survived: 0 };
		row[column] += 1;
		rows.set(name, row);
	}
	if (column === "survived")
		process.stdout.write(
			`survived: ${file}:${mutant.location.start.line} ${mutant.mutatorName} ${mutant.replacement}\n`,
		);
}
process.stdout.write("\nfolder\tkilled\tsurvived\tshare\n");
for (const [name, { killed, survived }] of rows)
	process.stdout.write(
		`${name}\t${killed}\t${survived}\t${((100 * killed) / (killed + survived)).toFixed(1)} %\n`,
	);
