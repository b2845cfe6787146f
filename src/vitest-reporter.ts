import type { Reporter } from "vitest/node";
import { ledger } from "../contracts/generated/ledger.ts";
import {
	createRestedOnReporter,
	type RestedOnReporterOptions,
} from "./testing/rested-on-reporter.ts";

export type { RestedOnReporterOptions } from "./testing/rested-on-reporter.ts";

/**
 * A reporter for Vitest that says, after a run, which assumptions the tests rest on. The default export, since Vitest
 * makes reporters that are given by name from that, with `new`.
 * @example
 * reporters: ["default", ["zaps-understudy/vitest/reporter", { json: "rested-on.json" }]]
 */
export default function restedOnReporter(
	options: RestedOnReporterOptions = {},
): Reporter {
	return createRestedOnReporter(ledger, options);
}
