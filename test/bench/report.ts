import { mkdirSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus, loadavg } from "node:os";
import { fileURLToPath } from "node:url";

/** What a bench found: for people as lines, for programs as data. */
export interface Report {
	readonly lines: readonly string[];
	readonly data: object;
}

/** Measures; stops early, with an error, when the signal says so. */
export interface Bench {
	readonly summary: string;
	run(signal: AbortSignal): Promise<Report>;
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

/** Prints the report and keeps its data as `.bench/<name>.json`. */
export function publish(name: string, report: Report, on: Machine): void {
	const { node, platform, cores, cpu, load } = on;
	const folder = new URL("../../.bench/", import.meta.url);
	const file = new URL(`${name}.json`, folder);
	const record = {
		bench: name,
		measuredAt: new Date().toISOString(),
		machine: on,
		...report.data,
	};
	mkdirSync(folder, { recursive: true });
	writeFileSync(file, `${JSON.stringify(record, null, "\t")}\n`);
	const lines = [
		`${name}: node ${node}, ${platform}, ${cores} cores of ${cpu}, load ${load.toFixed(2)}`,
		"",
		...report.lines,
		"",
		`Written to ${fileURLToPath(file)}`,
	];
	process.stdout.write(`${lines.join("\n")}\n`);
}
