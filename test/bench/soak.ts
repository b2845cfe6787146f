import { measureRounds } from "./comparison.ts";
import { launchWithMemoryProbe } from "./launch-with-memory-probe.ts";
import { runAutocannon } from "./load/autocannon.ts";
import { benchRequests } from "./load/bench-requests.ts";
import { bareNode, type Runner, understudy } from "./load/runners.ts";
import { type Benchmark, formatMegabytes, formatTable } from "./report.ts";
import { computeRatios, type Summary, summarize } from "./statistics.ts";

const MILLION = 1_000_000;
const QUICK = 100_000;
const ROUNDS = 3;
const POINTS = 10;
const WARM_UP = 10_000;
/** A write stores the command and its audit record. */
const RECORDS_PER_WRITE = 2;
const RUNNERS = [bareNode, understudy];

const select = (method: string) =>
	benchRequests.filter((request) => request.method === method);
const READS = select("GET");
const WRITES = select("POST");

export interface ReadsFinding {
	readonly runner: string;
	/** The median of the resident memory after each tenth of the reads. */
	readonly course: readonly { readonly bytes: number }[];
	/** The memory after all reads, relative to bare node. */
	readonly ratio: Summary;
}

export interface WritesFinding {
	readonly runner: string;
	/** The growth of the memory in use per write. */
	readonly bytesPerWrite: number;
	readonly bytesPerRecord: number;
	/** The resident memory after all writes. */
	readonly residentBytes: number;
}

/** Sends the read requests in turn, and returns the resident memory after each tenth. */
async function measureReads(
	runner: Runner,
	amount: number,
	signal: AbortSignal,
): Promise<number[]> {
	await using server = await launchWithMemoryProbe(runner, signal);
	const course: number[] = [];
	for (let point = 0; point < POINTS; point += 1) {
		const limit = { amount: amount / POINTS };
		await runAutocannon(server.url, READS, limit, signal);
		course.push((await server.readMemory(false)).rss);
	}
	return course;
}

/** Measures in one round, which is enough after a garbage collection. */
async function measureWrites(
	runner: Runner,
	amount: number,
	signal: AbortSignal,
): Promise<WritesFinding> {
	await using server = await launchWithMemoryProbe(runner, signal);
	const readUsedBytes = async (): Promise<number> => {
		const { heapUsed, external } = await server.readMemory(true);
		return heapUsed + external;
	};
	await runAutocannon(server.url, WRITES, { amount: WARM_UP }, signal);
	const before = await readUsedBytes();
	await runAutocannon(server.url, WRITES, { amount }, signal);
	const { rss } = await server.readMemory(false);
	const bytesPerWrite = ((await readUsedBytes()) - before) / amount;
	return {
		runner: runner.name,
		bytesPerWrite,
		bytesPerRecord: bytesPerWrite / RECORDS_PER_WRITE,
		residentBytes: rss,
	};
}

function summarizeReads(
	courses: ReadonlyMap<Runner, readonly (readonly number[])[]>,
): ReadsFinding[] {
	/** Returns the memory after so many tenths of the reads, per round. */
	const at = (runner: Runner, tenths: number): number[] =>
		(courses.get(runner) ?? []).map((course) => course[tenths - 1] ?? NaN);
	return RUNNERS.map((runner) => {
		const ratios = computeRatios(at(runner, POINTS), at(bareNode, POINTS));
		return {
			runner: runner.name,
			course: Array.from({ length: POINTS }, (_, point) => ({
				bytes: summarize(at(runner, point + 1)).median,
			})),
			ratio: summarize(ratios),
		};
	});
}

/** Measures memory after a million reads and after a million writes. */
export const soak: Benchmark = {
	async run(signal, { quick }) {
		const amount = quick ? QUICK : MILLION;
		const rounds = quick ? 1 : ROUNDS;
		const reads = summarizeReads(
			await measureRounds(RUNNERS, rounds, 0, signal, (runner) =>
				measureReads(runner, amount, signal),
			),
		);
		const writes: WritesFinding[] = [];
		for (const runner of RUNNERS)
			writes.push(await measureWrites(runner, amount, signal));
		const tenths = Array.from({ length: POINTS }, (_, at) => `${at + 1}0%`);
		return {
			lines: [
				"Resident memory in MiB after each tenth of the reads, and the final ratio.",
				"",
				...formatTable([
					["", ...tenths, "ratio"],
					...reads.map(({ runner, course, ratio }) => [
						runner,
						...course.map(({ bytes }) => formatMegabytes(bytes)),
						ratio.median.toFixed(2),
					]),
				]),
				"",
				"Bytes in use per write and per record (two records per write), and resident MiB at the end.",
				"",
				...formatTable([
					["", "per write", "per record", "resident"],
					...writes.map((finding) => [
						finding.runner,
						finding.bytesPerWrite.toFixed(0),
						finding.bytesPerRecord.toFixed(0),
						formatMegabytes(finding.residentBytes),
					]),
				]),
			],
			data: {
				quick,
				amount,
				rounds,
				reads,
				writes,
				measured: Object.fromEntries(
					reads.slice(1).map(({ ratio }) => ["memory", ratio]),
				),
			},
		};
	},
};
