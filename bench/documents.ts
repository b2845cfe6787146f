import { runCorpus } from "../test/corpus/run-corpus.ts";
import { summarize } from "../test/corpus/summary.ts";
import type { Benchmark } from "./report.ts";

/** Measures mocks of public documents: how fast they start, and how much they do as the documents say. */
export const measure: Benchmark = async ({ quick }) => {
	const outcomes = await runCorpus(quick ? 60 : 500, 1, quick);
	return { lines: summarize(outcomes), measured: {} };
};
