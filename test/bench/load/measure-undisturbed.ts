import { measureUsage, type Usage } from "./measure-usage.ts";

/** The cores that other processes may use during a valid measurement. */
export const MAX_OTHER_CORES = 0.25;
const ATTEMPTS = 4;

/** Repeats the measurement while other processes use too many cores. Returns the last attempt in any case. */
export async function measureUndisturbed<Result>(
	pid: number | undefined,
	helpers: readonly (number | undefined)[],
	measure: () => Promise<Result>,
): Promise<{ result: Result; usage: Usage | undefined }> {
	for (let attempt = 1; ; attempt += 1) {
		const measured = await measureUsage(pid, helpers, measure);
		const others = measured.usage?.others ?? 0;
		if (others <= MAX_OTHER_CORES || attempt === ATTEMPTS) return measured;
	}
}
