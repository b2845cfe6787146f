import { DIFFERENCES } from "../provider/differences.ts";
import { EDITS } from "../provider/edits.ts";

/** With `DIFFERENCES=all`, every difference is tested; otherwise a sample. */
export const isWhole: boolean = process.env.DIFFERENCES === "all";

const SAMPLED = 64;

/** Returns every sixty-fourth, or all. */
export const sample = <Item>(all: readonly Item[]): readonly Item[] =>
	isWhole ? all : all.filter((_, index) => index % SAMPLED === 0);

/** Draws sets of differences that do not contradict each other; the same for the same seed. */
export function drawSets(
	count: number,
	size: number,
	seed: number,
): string[][] {
	let state = seed;
	const draw = (): number => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return state / 2 ** 32;
	};
	const all = DIFFERENCES.filter(({ id }) => (EDITS[id] ?? []).length > 0);
	return Array.from({ length: count }, () => {
		const chosen = new Map<string, string>();
		while (chosen.size < size) {
			const found = all[Math.floor(draw() * all.length)];
			if (found && !chosen.has(found.group)) chosen.set(found.group, found.id);
		}
		const ids = new Set(chosen.values());
		return all.map(({ id }) => id).filter((id) => ids.has(id));
	});
}
