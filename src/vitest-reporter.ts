import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { Reporter, Vitest } from "vitest/node";
import {
	formatUsedAssumptions,
	sumUsedAssumptions,
} from "./testing/suite-used-assumptions.ts";

export interface UsedAssumptionsReporterOptions {
	/** A JSON file for the used assumptions, relative to Vitest's root. */
	readonly json?: string;
}

/**
 * Creates a Vitest reporter that prints the assumptions that the tests depend on. Vitest calls the default export of a
 * reporter module with `new`.
 * @example
 * reporters: ["default", ["zaps-understudy/vitest/reporter", { json: "used-assumptions.json" }]]
 */
export default function usedAssumptionsReporter({
	json,
}: UsedAssumptionsReporterOptions = {}): Reporter {
	let vitest: Vitest | undefined;
	return {
		onInit(started) {
			vitest = started;
		},
		async onTestRunEnd(modules) {
			const used = sumUsedAssumptions(
				modules
					.flatMap(({ children }) => [...children.allTests()])
					.flatMap((test) => test.meta().usedAssumptions ?? []),
			);
			if (used.tests > 0)
				vitest?.logger.log(`\n${formatUsedAssumptions(used)}\n`);
			if (vitest && json !== undefined)
				await writeFile(
					resolve(vitest.config.root, json),
					`${JSON.stringify(used, undefined, "\t")}\n`,
				);
		},
	};
}
