import { mkdirSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus, loadavg } from "node:os";
import { fileURLToPath } from "node:url";
import type { Summary } from "./statistics.ts";

/** What a bench found: for people as lines, for programs as data. */
export interface Report {
	readonly lines: readonly string[];
	readonly data: Found & Readonly<Record<string, unknown>>;
}

/** What every bench tells of what it found. */
export interface Found {
	readonly quick: boolean;
	/** Whether other processes took so much of the machine that this says more about them; false when absent. */
	readonly disturbed?: boolean;
	/** By the key of a goal, as `results/goals.ts` has them. */
	readonly measured: Readonly<Record<string, Summary>>;
}

/** What is kept of a report. */
export interface Kept extends Found {
	readonly bench: string;
	readonly measuredAt: string;
	/** When the command was given: the same for all that it measured. */
	readonly run: string;
	readonly machine: Machine;
}

/** How much to measure. */
export interface BenchOptions {
	/** Fewer and shorter rounds: enough to see a change that is large. */
	readonly quick: boolean;
	/** Whether to measure other mock servers too, as far as they are installed. */
	readonly peers: boolean;
}

/** Measures; stops early, with an error, when the signal says so. */
export interface Bench {
	run(signal: AbortSignal, options: BenchOptions): Promise<Report>;
}

/** What the numbers depend on beside the code. */
export interface Machine {
	readonly node: string;
	readonly platform: string;
	readonly cores: number;
	readonly cpu: string;
	/** How many processes wanted to run, on average over the minute before. */
	readonly load: number;
}

export function machine(): Machine {
	return {
		node: process.version,
		platform: `${process.platform} ${process.arch}`,
		cores: availableParallelism(),
		cpu: cpus()[0]?.model.trim() ?? "unknown",
		load: loadavg()[0] ?? 0,
	};
}

/** Columns as wide as their widest cell; the first one reads from the left, the others from the right. */
export function table(rows: readonly (readonly string[])[]): string[] {
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

/** Where reports are kept, as `<name>.json`. */
export const FOLDER: URL = new URL("../../.bench/", import.meta.url);

export const describe = ({ node, platform, cores, cpu }: Machine): string =>
	`node ${node}, ${platform}, ${cores} cores of ${cpu}`;

/** Prints the report and keeps its data. */
export function publish(
	name: string,
	report: Report,
	on: Machine,
	run: string,
): void {
	const file = new URL(`${name}.json`, FOLDER);
	const kept: Kept = {
		bench: name,
		measuredAt: new Date().toISOString(),
		run,
		machine: on,
		...report.data,
	};
	mkdirSync(FOLDER, { recursive: true });
	writeFileSync(file, `${JSON.stringify(kept, null, "\t")}\n`);
	const lines = [
		`${name}: ${describe(on)}, load ${on.load.toFixed(2)}`,
		"",
		...report.lines,
		"",
		`Written to ${fileURLToPath(file)}`,
	];
	process.stdout.write(`${lines.join("\n")}\n`);
}
