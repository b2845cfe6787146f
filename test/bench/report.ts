import { mkdirSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus, loadavg } from "node:os";
import { fileURLToPath } from "node:url";
import type { Summary } from "./statistics.ts";

/** The result of a benchmark: lines to print and data to store. */
export interface BenchmarkReport {
	readonly lines: readonly string[];
	readonly data: BenchmarkData & Readonly<Record<string, unknown>>;
}

/** The data that every benchmark reports. */
export interface BenchmarkData {
	readonly quick: boolean;
	/** Whether other processes took so much processor time that the results are not valid. Defaults to false. */
	readonly disturbed?: boolean;
	/** The measured ratios by the key of the goal in `results/goals.ts`. */
	readonly measured: Readonly<Record<string, Summary>>;
}

/** The stored data of a report. */
export interface BenchmarkRecord extends BenchmarkData {
	readonly bench: string;
	readonly measuredAt: string;
	/** When the command started: the same for all benchmarks of one command. */
	readonly run: string;
	readonly machine: Machine;
}

export interface BenchmarkOptions {
	/** Fewer and shorter rounds, enough to see a large change. */
	readonly quick: boolean;
	/** Whether to measure the other mock servers that are installed. */
	readonly peers: boolean;
}

export interface Benchmark {
	/** @throws the reason of the signal if it aborts */
	run(signal: AbortSignal, options: BenchmarkOptions): Promise<BenchmarkReport>;
}

/** What the results depend on besides the code. */
export interface Machine {
	readonly node: string;
	readonly platform: string;
	readonly cores: number;
	readonly cpu: string;
	/** The load average of the last minute. */
	readonly load: number;
}

export function readMachine(): Machine {
	return {
		node: process.version,
		platform: `${process.platform} ${process.arch}`,
		cores: availableParallelism(),
		cpu: cpus()[0]?.model.trim() ?? "unknown",
		load: loadavg()[0] ?? 0,
	};
}

/** Aligns the columns: the first one to the left, the others to the right. */
export function formatTable(rows: readonly (readonly string[])[]): string[] {
	const width = (column: number): number =>
		Math.max(...rows.map((row) => row[column]?.length ?? 0));
	return rows.map((row) =>
		row
			.map((cell, column) =>
				column === 0
					? cell.padEnd(width(column))
					: cell.padStart(width(column)),
			)
			.join("  "),
	);
}

export const formatQuartiles = ({ q1, q3 }: Summary, digits: number): string =>
	`${q1.toFixed(digits)} to ${q3.toFixed(digits)}`;

/** Formats bytes in MiB. */
export const formatMegabytes = (bytes: number): string =>
	(bytes / 1_048_576).toFixed(0);

/** The folder of the records, `<name>.json`. */
export const RECORDS_FOLDER: URL = new URL("../../.bench/", import.meta.url);

export const formatMachine = ({
	node,
	platform,
	cores,
	cpu,
}: Machine): string => `node ${node}, ${platform}, ${cores} cores of ${cpu}`;

/** Prints the report and stores its data. */
export function publishReport(
	name: string,
	report: BenchmarkReport,
	machine: Machine,
	run: string,
): void {
	const file = new URL(`${name}.json`, RECORDS_FOLDER);
	const record: BenchmarkRecord = {
		bench: name,
		measuredAt: new Date().toISOString(),
		run,
		machine,
		...report.data,
	};
	mkdirSync(RECORDS_FOLDER, { recursive: true });
	writeFileSync(file, `${JSON.stringify(record, null, "\t")}\n`);
	const lines = [
		`${name}: ${formatMachine(machine)}, load ${machine.load.toFixed(2)}`,
		"",
		...report.lines,
		"",
		`Written to ${fileURLToPath(file)}`,
	];
	process.stdout.write(`${lines.join("\n")}\n`);
}
