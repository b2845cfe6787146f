import { readFile } from "node:fs/promises";
import { cpus } from "node:os";

/** The unit of processor time in `/proc` (USER_HZ), which does not depend on the tick rate of the kernel. */
const TICKS_PER_SECOND = 100;
const FIELDS_BEFORE_USER = 11;

/**
 * Returns the processor time of all threads of the process in seconds, or NaN if the system has no `/proc`.
 * @param withChildren whether to include child processes that have exited, such as wrk
 */
async function readProcessorTime(
	pid: number | "self" | undefined,
	withChildren = false,
): Promise<number> {
	const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
	// The name is in parentheses, and can contain spaces and parentheses.
	const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
	const [user, system, childUser, childSystem] = fields
		.slice(FIELDS_BEFORE_USER)
		.map(Number);
	const own = (user ?? Number.NaN) + (system ?? Number.NaN);
	const children = withChildren ? (childUser ?? 0) + (childSystem ?? 0) : 0;
	return (own + children) / TICKS_PER_SECOND;
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
	/** The cores that all processes used except the measured process, this process and its helpers. */
	readonly others: number;
}

/**
 * Measures the processor usage during the work.
 * @param helpers other processes of the benchmark
 * @returns undefined usage if the system does not report it
 */
export async function measureUsage<Result>(
	pid: number | undefined,
	helpers: readonly (number | undefined)[],
	work: () => Promise<Result>,
): Promise<{ result: Result; usage: Usage | undefined }> {
	const read = async () => ({
		at: performance.now() / 1000,
		all: readTotalTime(),
		watched: await readProcessorTime(pid),
		own: (
			await Promise.all(helpers.map((helper) => readProcessorTime(helper)))
		).reduce((sum, each) => sum + each, await readProcessorTime("self", true)),
	});
	const before = await read();
	const result = await work();
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
