import { readFile } from "node:fs/promises";
import { cpus } from "node:os";

/** The unit of processor time in `/proc` (USER_HZ), which does not depend on the tick rate of the kernel. */
const TICKS_PER_SECOND = 100;
const FIELDS_BEFORE_USER = 11;

/** The cores that other processes may use during a valid measurement. */
export const MAX_OTHER_CORES = 0.25;
const ATTEMPTS = 4;

/** Processor usage in cores; empty if the system does not report it. */
export interface Usage {
	/** The cores that the measured process used. */
	readonly busy?: number;
	/** The cores that all processes used except the measured process, this process and its children that have exited. */
	readonly others?: number;
}

const sum = (values: readonly number[]): number =>
	values.reduce((total, each) => total + each, 0);

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
	const times = values.slice(FIELDS_BEFORE_USER, FIELDS_BEFORE_USER + fields);
	return stat ? sum(times.map(Number)) / TICKS_PER_SECOND : NaN;
}

const readTimes = async (pid: number | undefined) => ({
	at: performance.now() / 1000,
	all: sum(cpus().map(({ times: { user, nice, sys } }) => user + nice + sys)),
	watched: await readProcessorTime(pid, 2),
	own: await readProcessorTime("self", 4),
});

/** Repeats the measurement while other processes use too many cores. Returns the last attempt in any case. */
export async function measureUndisturbed<Result extends object>(
	pid: number | undefined,
	measure: () => Promise<Result>,
): Promise<Result & Usage> {
	for (let attempt = 1; ; attempt += 1) {
		const before = await readTimes(pid);
		const result = await measure();
		const after = await readTimes(pid);
		const seconds = after.at - before.at;
		const busy = (after.watched - before.watched) / seconds;
		const own = (after.own - before.own) / seconds;
		const all = (after.all - before.all) / 1000 / seconds;
		const others = Math.max(0, all - busy - own);
		if (Number.isNaN(others)) return result;
		if (others <= MAX_OTHER_CORES || attempt === ATTEMPTS)
			return { ...result, busy, others };
	}
}
