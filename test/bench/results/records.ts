import { existsSync, readFileSync } from "node:fs";
import type { LatencyFinding, SpeedFinding } from "../load/findings.ts";
import { type BenchmarkRecord, RECORDS_FOLDER } from "../report.ts";
import type { ReadsFinding, WritesFinding } from "../soak.ts";

export interface LoadRecord extends BenchmarkRecord {
	readonly generator: string;
	readonly connections: number;
	readonly rounds: number;
	readonly seconds: number;
	readonly speeds: readonly SpeedFinding[];
	readonly latencies: readonly LatencyFinding[];
}

export interface SoakRecord extends BenchmarkRecord {
	readonly amount: number;
	readonly reads: readonly ReadsFinding[];
	readonly writes: readonly WritesFinding[];
}

/** The latest record of each benchmark that was measured. */
export interface Records {
	readonly start?: BenchmarkRecord;
	readonly load?: LoadRecord;
	readonly soak?: SoakRecord;
	readonly scale?: BenchmarkRecord;
	readonly intercept?: BenchmarkRecord;
}

const NAMES = ["start", "load", "soak", "scale", "intercept"];

export const readRecords = (): Records =>
	Object.fromEntries(
		NAMES.flatMap((name) => {
			const file = new URL(`${name}.json`, RECORDS_FOLDER);
			if (!existsSync(file)) return [];
			const record: BenchmarkRecord = JSON.parse(readFileSync(file, "utf8"));
			// Ignores records of older versions, which have fewer properties.
			return typeof record.run === "string" ? [[name, record]] : [];
		}),
	);
