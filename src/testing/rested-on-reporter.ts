import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { Reporter, TestModule, Vitest } from "vitest/node";
import type { LedgerEntry } from "../mock/service.ts";
import { formatRestedOn } from "./format-rested-on.ts";
import { fromMeta } from "./rested-on-meta.ts";
import { createRestedOnTotal } from "./rested-on-total.ts";

export interface RestedOnReporterOptions {
	/** A file to write the same to, as JSON; relative to Vitest's root. */
	readonly json?: string;
}

/** Says after a run of Vitest which assumptions its tests rest on. */
export function createRestedOnReporter(
	ledger: readonly LedgerEntry[],
	{ json }: RestedOnReporterOptions,
): Reporter {
	let vitest: Vitest | undefined;
	return {
		onInit(begun) {
			vitest = begun;
		},
		async onTestRunEnd(modules: readonly TestModule[]) {
			const total = createRestedOnTotal();
			for (const testModule of modules)
				for (const test of testModule.children.allTests()) {
					const { restedOn } = test.meta();
					if (restedOn) total.addTest(fromMeta(restedOn, ledger));
				}
			const rested = total.read();
			if (rested.tests > 0) vitest?.logger.log(`\n${formatRestedOn(rested)}\n`);
			if (vitest && json !== undefined)
				await writeFile(
					resolve(vitest.config.root, json),
					`${JSON.stringify(rested, undefined, "\t")}\n`,
				);
		},
	};
}
