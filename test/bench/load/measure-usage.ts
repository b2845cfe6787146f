import { readFile } from "node:fs/promises";
import { cpus } from "node:os";

/** What Linux counts processor time in, whatever the kernel's own tick is (USER_HZ). */
const TICKS_PER_SECOND = 100;
const FIELDS_BEFORE_USER = 11;

/**
 * Seconds that all threads of the process have been running; NaN where the system has no `/proc`.
 * @param withEnded whether to count its own processes too that have ended, as wrk has by then
 */
async function timeOf(
	pid: number | "self" | undefined,
	withEnded = false,
): Promise<number> {
	const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
	// The name, in parentheses, may contain spaces and parentheses itself.
	const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
	const [user, system, endedUser, endedSystem] = fields
		.slice(FIELDS_BEFORE_USER)
		.map(Number);
	const own = (user ?? Number.NaN) + (system ?? Number.NaN);
	const ended = withEnded ? (endedUser ?? 0) + (endedSystem ?? 0) : 0;
	return (own + ended) / TICKS_PER_SECOND;
}

/** Seconds that all cores have been running programs. */
const timeOfAll = (): number =>
	cpus()
		.map(({ times: { user, nice, sys } }) => user + nice + sys)
		.reduce((sum, each) => sum + each, 0) / 1000;

/** Who ran, in seconds of processor time a second. */
export interface Usage {
	/** The process that was watched, all threads of it. */
	readonly busy: number;
	/** Whatever is neither it, nor this process, nor a helper. */
	readonly others: number;
}

/**
 * Who runs while the work is done.
 * @param helpers other processes that take part
 * @returns no usage where the system does not tell
 */
export async function watched<Result>(
	pid: number | undefined,
	helpers: readonly (number | undefined)[],
	work: () => Promise<Result>,
): Promise<{ result: Result; usage: Usage | undefined }> {
	const read = async () => ({
		at: performance.now() / 1000,
		all: timeOfAll(),
		watched: await timeOf(pid),
		ours: (await Promise.all(helpers.map((helper) => timeOf(helper)))).reduce(
			(sum, each) => sum + each,
			await timeOf("self", true),
		),
	});
	const before = await read();
	const result = await work();
	const after = await read();
	const seconds = after.at - before.at;
	const busy = after.watched - before.watched;
	const others = after.all - before.all - busy - (after.ours - before.ours);
	return {
		result,
		usage: Number.isNaN(others)
			? undefined
			: { busy: busy / seconds, others: Math.max(0, others / seconds) },
	};
}
