import { listFreshWords, maskNames } from "../rejections/compare-rejections.ts";
import type { Trial } from "../rejections/read-trial.ts";
import { listChoices } from "../values/guess-values.ts";
import type { Subject } from "./body-subjects.ts";
import type { Attempt } from "./find-value.ts";
import type { Lesson } from "./lesson.ts";
import { isUnknownIn, setAll, setAt } from "./trials.ts";

/** The maximum number of choices and of words that a rejection names. */
const MAX_CHOICES = 6;
/** The maximum number of choices of all complaints. */
const MAX_COMMON = 12;

/** Lists values that any of the properties may have, of which a rejection tells. */
const listCommon = ({ knowledge }: Lesson, { complaints, text }: Trial) => [
	...new Set<unknown>([
		...complaints
			.flatMap((each) => listChoices(each.text, "").slice(0, MAX_CHOICES))
			.slice(0, MAX_COMMON),
		...listFreshWords(text).slice(0, MAX_CHOICES),
		...[{}, 1],
		...knowledge.ids(text).slice(0, 1),
		[],
	]),
];

/**
 * Tries values of properties for which a word has no effect, because a service may say the same of a word as of a missing
 * property. Tries each value for all of them at once first.
 * @param subjects properties at the same place
 * @returns the first property with a value that has an effect
 */
export async function findEffect(
	{ trials, lesson, state }: Omit<Attempt, "subject">,
	subjects: readonly Subject[],
): Promise<readonly [Subject, Trial] | undefined> {
	const [{ at } = { at: [] }] = subjects;
	const unknown = await trials.sendUnknown(state.body, at);
	if (!unknown) return undefined;
	const names = [...subjects.map(({ name }) => name), unknown.name];
	const isEffect = (next: Trial): boolean =>
		maskNames(next, ...names) !== maskNames(unknown.trial, ...names);
	for (const value of listCommon(lesson, state)) {
		const all = await trials.send(setAll(state.body, subjects, value));
		if (!all) return undefined;
		if (!isEffect(all)) continue;
		for (const subject of subjects) {
			const { name } = subject;
			const next = await trials.send(setAt(state.body, at, name, value));
			if (!next) return undefined;
			const isKnown = !isUnknownIn(unknown, state, next, name);
			if (isKnown && isEffect(next)) return [subject, next];
		}
	}
	return undefined;
}
