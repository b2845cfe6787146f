import { type Usage, watched } from "./measure-usage.ts";

/** What others may take of a core before a measurement says more about them. */
export const CROWDED = 0.25;
const ATTEMPTS = 4;

/** Measures again, a few times at most, while others take much of the machine; the last time counts as it is. */
export async function undisturbed<Result>(
	pid: number | undefined,
	helpers: readonly (number | undefined)[],
	measure: () => Promise<Result>,
): Promise<{ result: Result; usage: Usage | undefined }> {
	for (let attempt = 1; ; attempt += 1) {
		const measured = await watched(pid, helpers, measure);
		const others = measured.usage?.others ?? 0;
		if (others <= CROWDED || attempt === ATTEMPTS) return measured;
	}
}
