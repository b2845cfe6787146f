import { resolve } from "node:path";
import type { Reporter, Vitest } from "vitest/node";
import {
	formatUsedAssumptions,
	summarizeUsedAssumptions,
	sumUsedAssumptions,
} from "../testing/suite-used-assumptions.ts";
import { type OptionNames, requireOptions } from "../values/require-options.ts";
import { replaceFile } from "../verification/replace-file.ts";

export interface UsedAssumptionsReporterOptions {
	/** A JSON file for the used assumptions, relative to Vitest's root. Its folder is created if it does not exist. */
	readonly json?: string;
	/** Whether to list each assumption, instead of printing one line. */
	readonly details?: boolean;
}

const OPTION_NAMES: OptionNames<UsedAssumptionsReporterOptions> = {
	json: true,
	details: true,
};

/**
 * Creates a Vitest reporter. After a successful run, it prints how many assumptions the tests depend on. Vitest calls
 * the default export of a reporter module with `new`.
 * @example
 * reporters: ["default", ["zaps-understudy/vitest/reporter", { json: "used-assumptions.json" }]]
 * @throws TypeError for an unknown option
 */
export default function usedAssumptionsReporter(
	options: UsedAssumptionsReporterOptions = {},
): Reporter {
	requireOptions("zaps-understudy/vitest/reporter", options, OPTION_NAMES);
	const { json, details = false } = options;
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
			// After a failed run, only the failures matter.
			if (used.tests > 0 && reason === "passed")
				vitest?.logger.log(details ? `\n${list}\n` : summary + hint);
			if (vitest && json !== undefined)
				await replaceFile(
					resolve(vitest.config.root, json),
					`${JSON.stringify(used, undefined, "\t")}\n`,
				);
		},
	};
}
