import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { Reporter, Vitest } from "vitest/node";
import {
	formatUsedAssumptions,
	summarizeUsedAssumptions,
	sumUsedAssumptions,
} from "./testing/suite-used-assumptions.ts";

export interface UsedAssumptionsReporterOptions {
	/** A JSON file for the used assumptions, relative to Vitest's root. */
	readonly json?: string;
	/** Whether to list each assumption, instead of printing one line. */
	readonly details?: boolean;
}

/**
 * Creates a Vitest reporter that prints how many assumptions the tests depend on, unless the run failed. Vitest calls
 * the default export of a reporter module with `new`.
 * @example
 * reporters: ["default", ["zaps-understudy/vitest/reporter", { json: "used-assumptions.json" }]]
 */
export default function usedAssumptionsReporter({
	json,
	details = false,
}: UsedAssumptionsReporterOptions = {}): Reporter {
	let vitest: Vitest | undefined;
	return {
		onInit(started) {
			vitest = started;
		},
		async onTestRunEnd(modules, _errors, reason) {
			const used = sumUsedAssumptions(
				modules
					.flatMap(({ children }) => [...children.allTests()])
					.flatMap((test) => test.meta().usedAssumptions ?? []),
			);
			const list = formatUsedAssumptions(used);
			const summary = summarizeUsedAssumptions(used);
			const hint =
				list === summary
					? ""
					: " The reporter lists them with its option { details: true }.";
			// After a failed run, the failures are what matters.
			if (used.tests > 0 && reason === "passed")
				vitest?.logger.log(details ? `\n${list}\n` : summary + hint);
			if (vitest && json !== undefined)
				await writeFile(
					resolve(vitest.config.root, json),
					`${JSON.stringify(used, undefined, "\t")}\n`,
				);
		},
	};
}
