import { existsSync, readFileSync } from "node:fs";
import type { LatencyFinding } from "../load/latency-findings.ts";
import type { SpeedFinding } from "../load/speed-findings.ts";
import { type BenchmarkRecord, RECORDS_FOLDER } from "../report.ts";
import type { ReadsFinding } from "../soak/reads.ts";
import type { WritesFinding } from "../soak/writes.ts";

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

/** The latest record of each benchmark, or undefined if it was never measured. */
export interface Records {
	readonly start: BenchmarkRecord | undefined;
	readonly load: LoadRecord | undefined;
	readonly soak: SoakRecord | undefined;
	readonly scale: BenchmarkRecord | undefined;
	readonly intercept: BenchmarkRecord | undefined;
}

function readRecord<Of extends BenchmarkRecord>(name: string): Of | undefined {
	const file = new URL(`${name}.json`, RECORDS_FOLDER);
	if (!existsSync(file)) return undefined;
	const record: Of = JSON.parse(readFileSync(file, "utf8"));
	// Ignores records of older versions, which have fewer properties.
	return typeof record.run === "string" ? record : undefined;
}

export const readRecords = (): Records => ({
	start: readRecord("start"),
	load: readRecord("load"),
	soak: readRecord("soak"),
	scale: readRecord("scale"),
	intercept: readRecord("intercept"),
});

export const listRecords = (records: Records): BenchmarkRecord[] =>
	[
		records.start,
		records.load,
		records.soak,
		records.scale,
		records.intercept,
	].filter((record) => record !== undefined);
