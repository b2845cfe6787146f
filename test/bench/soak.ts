import type { Bench } from "./report.ts";
import { readsFindings, soakReads } from "./soak/reads.ts";
import { soakWrites, writesFindings } from "./soak/writes.ts";

const MILLION = 1_000_000;
const QUICK = 100_000;
const ROUNDS = 3;

/** What a million reads and a million writes leave in memory. */
export const soak: Bench = {
	async run(signal, { quick }) {
		const amount = quick ? QUICK : MILLION;
		const rounds = quick ? 1 : ROUNDS;
		const reads = readsFindings(await soakReads(amount, rounds, signal));
		const writes = writesFindings(await soakWrites(amount, signal));
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
