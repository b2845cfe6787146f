import { withAutocannon } from "../load/autocannon.ts";
import { asks } from "../load/bench-requests.ts";
import { bareNode, type Runner, understudy } from "../load/runners.ts";
import { table } from "../report.ts";
import { launchProbed, MEGABYTE } from "./launch-with-memory-probe.ts";

const WARM_UP = 10_000;
/** A write leaves the command and its audit record. */
const RECORDS_PER_WRITE = 2;
const WRITES = asks.filter(({ method }) => method === "POST");

export interface WritesFinding {
	readonly runner: string;
	/** What is in use once the garbage was collected, by the number of writes. */
	readonly bytesPerWrite: number;
	readonly bytesPerRecord: number;
	/** What the process has taken from the system at the end. */
	readonly residentBytes: number;
}

async function soakOne(
	runner: Runner,
	amount: number,
	signal: AbortSignal,
): Promise<WritesFinding> {
	await using server = await launchProbed(runner, signal);
	await withAutocannon(server.url, WRITES, { amount: WARM_UP }, signal);
	const before = await server.inUse();
	await withAutocannon(server.url, WRITES, { amount }, signal);
	const residentBytes = await server.resident();
	const bytesPerWrite = ((await server.inUse()) - before) / amount;
	return {
		runner: runner.name,
		bytesPerWrite,
		bytesPerRecord: bytesPerWrite / RECORDS_PER_WRITE,
		residentBytes,
	};
}

/** What is kept of a command: counted after collection, so that one round is enough. */
export async function soakWrites(
	amount: number,
	signal: AbortSignal,
): Promise<WritesFinding[]> {
	const findings: WritesFinding[] = [];
	for (const runner of [bareNode, understudy])
		findings.push(await soakOne(runner, amount, signal));
	return findings;
}

export function writesFindings(findings: readonly WritesFinding[]): {
	readonly lines: readonly string[];
	readonly data: readonly WritesFinding[];
} {
	const rows = findings.map(
		({ runner, bytesPerWrite, bytesPerRecord, residentBytes }) => [
			runner,
			bytesPerWrite.toFixed(0),
			bytesPerRecord.toFixed(0),
			(residentBytes / MEGABYTE).toFixed(0),
		],
	);
	return {
		lines: [
			"Bytes that a write keeps in use, and each of its two records; resident MiB at the end.",
			"",
			...table([["", "a write", "a record", "resident"], ...rows]),
		],
		data: findings,
	};
}
