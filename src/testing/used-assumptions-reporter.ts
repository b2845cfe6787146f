import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { Reporter, TestModule, Vitest } from "vitest/node";
import type { LedgerEntry } from "../engine/service.ts";
import { formatUsedAssumptions } from "./format-used-assumptions.ts";
import { fromMeta } from "./used-assumptions-meta.ts";
import { createUsedAssumptionsTotal } from "./used-assumptions-total.ts";

export interface UsedAssumptionsReporterOptions {
	/** A file to write the same to, as JSON; relative to Vitest's root. */
	readonly json?: string;
}

/** Says after a run of Vitest which assumptions its tests rest on. */
export function createUsedAssumptionsReporter(
	ledger: readonly LedgerEntry[],
	{ json }: UsedAssumptionsReporterOptions,
): Reporter {
	let vitest: Vitest | undefined;
	return {
		onInit(begun) {
			vitest = begun;
		},
		async onTestRunEnd(modules: readonly TestModule[]) {
			const total = createUsedAssumptionsTotal();
			for (const testModule of modules)
				for (const test of testModule.children.allTests()) {
					const { usedAssumptions } = test.meta();
					if (usedAssumptions) total.addTest(fromMeta(usedAssumptions, ledger));
				}
			const rested = total.read();
			if (rested.tests > 0)
				vitest?.logger.log(`\n${formatUsedAssumptions(rested)}\n`);
			if (vitest && json !== undefined)
				await writeFile(
					resolve(vitest.config.root, json),
					`${JSON.stringify(rested, undefined, "\t")}\n`,
				);
		},
	};
}
