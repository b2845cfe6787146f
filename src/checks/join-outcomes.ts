import { groupBy } from "../values/group-by.ts";
import {
	createExposition,
	type Exposition,
	type Sample,
} from "../values/read-exposition.ts";

/** The words of a name that tell how something went. */
const OUTCOME =
	/(?<=[._:-])(succe(ss|ssful|ssfully|eded)|failed|failures?|errors?|completed|finished|skipped|cancell?ed|aborted|rejected|refused|accepted|ok)(?=[._:-]|$)/i;

/** Removes the word that tells how something went from a name. */
export const withoutOutcome = (name: string): string =>
	name.replace(OUTCOME, "");

/** What joins the names of families that count the same with different outcomes. */
const PLUS = " + ";

/** Returns the families that are in the name of joined ones. */
export const splitJoined = (name: string): string[] => name.split(PLUS);

/**
 * Joins families without labels that differ in the word of an outcome only, such as `runs_succeeded` and `runs_failed`.
 * @param known the names that the document has
 */
export function joinOutcomes(
	{ types, samples }: Pick<Exposition, "types" | "samples">,
	known: readonly string[],
): Exposition {
	const isLabeled = (name: string): boolean =>
		samples.some(
			(each) => each.name === name && Object.keys(each.labels).length > 0,
		);
	const alike = groupBy(
		[...types.keys()].filter(
			(each) => OUTCOME.test(each) && !known.includes(each) && !isLabeled(each),
		),
		withoutOutcome,
	);
	const joined = new Map(
		alike.flatMap((names) =>
			names.length > 1
				? names.map((each) => [each, names.join(PLUS)] as const)
				: [],
		),
	);
	const sums = new Map<string, Sample>();
	for (const { name, value } of samples) {
		const sum = joined.get(name);
		if (sum === undefined) continue;
		const before = sums.get(sum)?.value ?? 0;
		sums.set(sum, { name: sum, labels: {}, value: before + value });
	}
	return createExposition(
		new Map(
			Array.from(types, ([name, type]) => [joined.get(name) ?? name, type]),
		),
		[...samples.filter(({ name }) => !joined.has(name)), ...sums.values()],
	);
}
