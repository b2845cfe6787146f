import type { Reporter } from "vitest/node";
import { ledger } from "../contracts/generated/ledger.ts";
import {
	createUsedAssumptionsReporter,
	type UsedAssumptionsReporterOptions,
} from "./testing/used-assumptions-reporter.ts";

export type { UsedAssumptionsReporterOptions } from "./testing/used-assumptions-reporter.ts";

/**
 * A reporter for Vitest that says, after a run, which assumptions the tests rest on. The default export, since Vitest
 * makes reporters that are given by name from that, with `new`.
 * @example
 * reporters: ["default", ["zaps-understudy/vitest/reporter", { json: "used-assumptions.json" }]]
 */
export default function usedAssumptionsReporter(
	options: UsedAssumptionsReporterOptions = {},
): Reporter {
	return createUsedAssumptionsReporter(ledger, options);
}
