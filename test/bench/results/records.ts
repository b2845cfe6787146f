import { existsSync, readFileSync } from "node:fs";
import type { LatencyFinding } from "../load/latency-findings.ts";
import type { SpeedFinding } from "../load/speed-findings.ts";
import { FOLDER, type Kept } from "../report.ts";
import type { ReadsFinding } from "../soak/reads.ts";
import type { WritesFinding } from "../soak/writes.ts";

export interface LoadRecord extends Kept {
	readonly generator: string;
	readonly connections: number;
	readonly rounds: number;
	readonly seconds: number;
	readonly speeds: readonly SpeedFinding[];
	readonly latencies: readonly LatencyFinding[];
}

export interface SoakRecord extends Kept {
	readonly amount: number;
	readonly reads: readonly ReadsFinding[];
	readonly writes: readonly WritesFinding[];
}

/** What the benches kept; undefined what was never measured. */
export interface Records {
	readonly start: Kept | undefined;
	readonly load: LoadRecord | undefined;
	readonly soak: SoakRecord | undefined;
	readonly scale: Kept | undefined;
	readonly intercept: Kept | undefined;
}

function read<Of extends Kept>(name: string): Of | undefined {
	const file = new URL(`${name}.json`, FOLDER);
	if (!existsSync(file)) return undefined;
	const kept: Of = JSON.parse(readFileSync(file, "utf8"));
	// Older versions of the benches kept less.
	return typeof kept.run === "string" ? kept : undefined;
}

export const readRecords = (): Records => ({
	start: read("start"),
	load: read("load"),
	soak: read("soak"),
	scale: read("scale"),
	intercept: read("intercept"),
});

export const everyRecord = (records: Records): Kept[] =>
	[
		records.start,
		records.load,
		records.soak,
		records.scale,
		records.intercept,
	].filter((record) => record !== undefined);
