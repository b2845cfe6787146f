import { isTime, readTime } from "../../values/read-time.ts";
import { CONTAINED } from "./compare-names.ts";

/** How similar the name of a time counts that is probably the documented one, and any other. */
const EARLIEST = 0.6;
const LATER = 0.3;

/** The name of a time at which something ends or changes, in many services. */
const ENDING =
	/^(finish|end|complet|done|stop|clos|updat|modif|chang|expir|delet)/i;

/**
 * Returns how similar the name of a time is to the documented one. Most names of times are similar to each other, so
 * the earliest of several counts, or the first of them: a record is created before it is changed.
 * @param similarity the similarity of the names
 * @param values the values of the object by name
 */
export function rankTime(
	name: string,
	similarity: number,
	values: readonly (readonly [name: string, value: unknown])[],
): number {
	const times = values.filter(([, value]) => isTime(value));
	if (similarity >= CONTAINED || times.length < 2) return similarity;
	if (!times.some(([each]) => each === name)) return similarity;
	const [[earliest] = []] = times.toSorted(
		([one, a], [other, b]) =>
			(readTime(a) ?? 0) - (readTime(b) ?? 0) ||
			Number(ENDING.test(one)) - Number(ENDING.test(other)),
	);
	return name === earliest ? EARLIEST : LATER;
}
