import { mkdirSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus, loadavg } from "node:os";
import { fileURLToPath } from "node:url";
import type { Summary } from "./statistics.ts";

/** The result of a benchmark: lines to print, and data to store. */
export interface Report {
	readonly lines: readonly string[];
	/** Whether other processes took so much processor time that the results are not valid. Defaults to false. */
	readonly disturbed?: boolean;
	/** The measured ratios by the key of the goal in `results/goals.ts`. */
	readonly measured: Readonly<Record<string, Summary>>;
}

export interface Flags {
	/** Fewer and shorter rounds, enough to see a large change. */
	readonly quick: boolean;
	/** Whether to measure the other mock servers that are installed. */
	readonly peers: boolean;
}

export type Benchmark = (flags: Flags) => Promise<Report>;

/** The stored data of a report. */
export interface BenchmarkRecord extends Omit<Report, "lines"> {
	readonly bench: string;
	/** When the command started: the same for all benchmarks of one command. */
	readonly run: string;
	readonly quick: boolean;
	/** Conditions that affect the results besides the code. */
	readonly machine: ReturnType<typeof readMachine>;
}

const readMachine = () => ({
	node: process.version,
	platform: `${process.platform} ${process.arch}`,
	cores: availableParallelism(),
	cpu: cpus()[0]?.model.trim() ?? "unknown",
	/** The load average of the last minute. */
	load: loadavg()[0] ?? 0,
});

export const formatMachine = (machine: BenchmarkRecord["machine"]): string =>
	`node ${machine.node}, ${machine.platform}, ${machine.cores} cores of ${machine.cpu}`;

/** Aligns the columns: the first one to the left, the others to the right. */
export function formatTable(rows: readonly (readonly string[])[]): string[] {
	const width = (column: number): number =>
		Math.max(...rows.map((row) => row[column]?.length ?? 0));
	return rows.map(([first = "", ...others]) =>
		[
			first.padEnd(width(0)),
			...others.map((cell, index) => cell.padStart(width(index + 1))),
		].join("  "),
	);
}

/** Formats the median, and the quartiles. */
export const formatSummary = (
	{ median, q1, q3 }: Summary,
	digits: number,
	unit = "",
): string[] => [
	median.toFixed(digits) + unit,
	`${q1.toFixed(digits)} to ${q3.toFixed(digits)}`,
];

/** Formats bytes in MiB. */
export const formatMegabytes = (bytes: number): string =>
	(bytes / 1_048_576).toFixed(0);

/** The folder of the records, `<name>.json`. */
export const RECORDS_FOLDER: URL = new URL("../.bench/", import.meta.url);

/** Runs the benchmark, prints its report and stores its data. */
export async function runBenchmark(
	bench: string,
	benchmark: Benchmark,
	flags: Flags,
	run: string,
): Promise<void> {
	const machine = readMachine();
	const { lines, ...data } = await benchmark(flags);
	const measuredAt = new Date().toISOString();
	const { quick } = flags;
	const record = { bench, measuredAt, run, machine, quick, ...data };
	const file = new URL(`${bench}.json`, RECORDS_FOLDER);
	mkdirSync(RECORDS_FOLDER, { recursive: true });
	writeFileSync(file, `${JSON.stringify(record, null, "\t")}\n`);
	process.stdout.write(
		`${bench}: ${formatMachine(machine)}, load ${machine.load.toFixed(2)}\n\n${lines.join("\n")}\n\nWritten to ${fileURLToPath(file)}\n`,
	);
}
