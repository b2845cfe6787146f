import { resolve } from "node:path";
import type { Reporter, Vitest } from "vitest/node";
import {
	formatUsedAssumptions,
	summarizeUsedAssumptions,
	sumUsedAssumptions,
} from "../testing/suite-used-assumptions.ts";
import { errorMessage } from "../values/errors.ts";
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

/** @throws Error with the path if the file cannot be written */
async function writeJson(path: string, value: unknown): Promise<void> {
	try {
		await replaceFile(path, `${JSON.stringify(value, undefined, "\t")}\n`);
	} catch (error) {
		throw new Error(
			`Cannot write the used assumptions to ${path}: ${errorMessage(error)}. Pass another path as json.`,
			{ cause: error },
		);
	}
}

/**
 * Creates a Vitest reporter. After a successful run, it prints how many assumptions the tests depend on. Vitest calls
 * the default export of a reporter module with `new`.
 * @example
 * reporters: ["default", ["zaps-understudy/vitest/reporter", { json: "used-assumptions.json" }]]
 * @throws TypeError for an unknown option, or if `json` is not a string
 */
export default function usedAssumptionsReporter(
	options: UsedAssumptionsReporterOptions = {},
): Reporter {
	requireOptions("zaps-understudy/vitest/reporter", options, OPTION_NAMES);
	const { json, details = false } = options;
	if (json !== undefined && typeof json !== "string")
		throw new TypeError(
			`Invalid json ${json} of zaps-understudy/vitest/reporter. Pass the path of a file, like "used-assumptions.json".`,
		);
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
				await writeJson(resolve(vitest.config.root, json), used);
		},
	};
}
