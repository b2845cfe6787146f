import { readFile } from "node:fs/promises";
import { cpus } from "node:os";

/** The unit of processor time in `/proc` (USER_HZ), which does not depend on the tick rate of the kernel. */
const TICKS_PER_SECOND = 100;
const FIELDS_BEFORE_USER = 11;

/** The cores that other processes may use during a valid measurement. */
export const MAX_OTHER_CORES = 0.25;
const ATTEMPTS = 4;

/**
 * Returns the processor time of all threads of the process in seconds, or NaN if the system has no `/proc`.
 * @param fields user and system time: its own, and of its child processes that have exited
 */
async function readProcessorTime(
	pid: number | "self" | undefined,
	fields: 2 | 4,
): Promise<number> {
	const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
	// The name is in parentheses, and can contain spaces and parentheses.
	const values = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
	return values
		.slice(FIELDS_BEFORE_USER, FIELDS_BEFORE_USER + fields)
		.reduce(
			(sum, each) => sum + Number(each) / TICKS_PER_SECOND,
			stat ? 0 : NaN,
		);
}

/** Returns the processor time of all cores in seconds. */
const readTotalTime = (): number =>
	cpus()
		.map(({ times: { user, nice, sys } }) => user + nice + sys)
		.reduce((sum, each) => sum + each, 0) / 1000;

/** Processor usage in cores. */
export interface Usage {
	/** The cores that the measured process used. */
	readonly busy: number;
	/** The cores that all processes used except the measured process, this process and its children that have exited. */
	readonly others: number;
}

export interface Measured<Result> {
	readonly result: Result;
	/** Undefined if the system does not report it. */
	readonly usage: Usage | undefined;
}

async function measureUsage<Result>(
	pid: number | undefined,
	measure: () => Promise<Result>,
): Promise<Measured<Result>> {
	const read = async () => ({
		at: performance.now() / 1000,
		all: readTotalTime(),
		watched: await readProcessorTime(pid, 2),
		own: await readProcessorTime("self", 4),
	});
	const before = await read();
	const result = await measure();
	const after = await read();
	const seconds = after.at - before.at;
	const busy = after.watched - before.watched;
	const others = after.all - before.all - busy - (after.own - before.own);
	return {
		result,
		usage: Number.isNaN(others)
			? undefined
			: { busy: busy / seconds, others: Math.max(0, others / seconds) },
	};
}

/** Repeats the measurement while other processes use too many cores. Returns the last attempt in any case. */
export async function measureUndisturbed<Result>(
	pid: number | undefined,
	measure: () => Promise<Result>,
): Promise<Measured<Result>> {
	for (let attempt = 1; ; attempt += 1) {
		const measured = await measureUsage(pid, measure);
		const others = measured.usage?.others ?? 0;
		if (others <= MAX_OTHER_CORES || attempt === ATTEMPTS) return measured;
	}
}
