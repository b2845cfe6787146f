import type { Benchmark } from "./report.ts";
import { measureReads, summarizeReads } from "./soak/reads.ts";
import { measureWrites, summarizeWrites } from "./soak/writes.ts";

const MILLION = 1_000_000;
const QUICK = 100_000;
const ROUNDS = 3;

/** Measures memory after a million reads and after a million writes. */
export const soak: Benchmark = {
	async run(signal, { quick }) {
		const amount = quick ? QUICK : MILLION;
		const rounds = quick ? 1 : ROUNDS;
		const reads = summarizeReads(await measureReads(amount, rounds, signal));
		const writes = summarizeWrites(await measureWrites(amount, signal));
		return {
			lines: [...reads.lines, "", ...writes.lines],
			data: {
				quick,
				amount,
				rounds,
				reads: reads.data,
				writes: writes.data,
				measured: reads.measured,
			},
		};
	},
};
