import { runAutocannon } from "../load/autocannon.ts";
import { benchRequests } from "../load/bench-requests.ts";
import { bareNode, type Runner, understudy } from "../load/runners.ts";
import { formatTable } from "../report.ts";
import { launchWithMemoryProbe, MEGABYTE } from "./launch-with-memory-probe.ts";

const WARM_UP = 10_000;
/** A write stores the command and its audit record. */
const RECORDS_PER_WRITE = 2;
const WRITES = benchRequests.filter(({ method }) => method === "POST");

export interface WritesFinding {
	readonly runner: string;
	/** The growth of the memory in use per write. */
	readonly bytesPerWrite: number;
	readonly bytesPerRecord: number;
	/** The resident memory after all writes. */
	readonly residentBytes: number;
}

async function measureRunner(
	runner: Runner,
	amount: number,
	signal: AbortSignal,
): Promise<WritesFinding> {
	await using server = await launchWithMemoryProbe(runner, signal);
	await runAutocannon(server.url, WRITES, { amount: WARM_UP }, signal);
	const before = await server.readUsedBytes();
	await runAutocannon(server.url, WRITES, { amount }, signal);
	const residentBytes = await server.readResidentBytes();
	const bytesPerWrite = ((await server.readUsedBytes()) - before) / amount;
	return {
		runner: runner.name,
		bytesPerWrite,
		bytesPerRecord: bytesPerWrite / RECORDS_PER_WRITE,
		residentBytes,
	};
}

/** Measures the memory per command in one round, which is enough after a garbage collection. */
export async function measureWrites(
	amount: number,
	signal: AbortSignal,
): Promise<WritesFinding[]> {
	const findings: WritesFinding[] = [];
	for (const runner of [bareNode, understudy])
		findings.push(await measureRunner(runner, amount, signal));
	return findings;
}

export function summarizeWrites(findings: readonly WritesFinding[]): {
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
			"Bytes in use per write and per record (two records per write), and resident MiB at the end.",
			"",
			...formatTable([["", "per write", "per record", "resident"], ...rows]),
		],
		data: findings,
	};
}
