import type { Trial } from "../rejections/read-trial.ts";
import { findObject, isSamePlace, type Repair } from "../rejections/repairs.ts";
import { listChoices } from "../values/guess-values.ts";
import type { Subject } from "./body-subjects.ts";

/** By the name of a property, the words that a rejection lists for it. */
export type Choices = Map<string, readonly string[]>;

/** Notes the words that a rejection lists for a property. */
export function noteChoices(choices: Choices, { complaints }: Trial): void {
	for (const { paths, text } of complaints)
		for (const name of paths.map((path) => path.at(-1) ?? "")) {
			const words = listChoices(text, name);
			if (words.length > 1) choices.set(name, words);
		}
}

/** Whether a repair changes the object at a place, or what is in it. */
const isWithin = (repair: Repair, { at }: Pick<Subject, "at">): boolean =>
	repair.kind !== "wrap" && isSamePlace(repair.at.slice(0, at.length), at);

/**
 * Lists the repairs with each other word of a choice, the last choice first. With the chosen word, the service may
 * require a value that cannot be found out. Leaves out what was learnt later in the same object.
 */
export const listOthers = (
	{ repairs, body }: Trial,
	choices: Choices,
): (readonly Repair[])[] =>
	repairs
		.flatMap((repair, index) => {
			if (repair.kind !== "set") return [];
			const word = `${findObject(body, repair.at)?.[repair.name]}`;
			const words = choices.get(repair.name) ?? [];
			if (!words.includes(word)) return [];
			const later = repairs.slice(index + 1);
			return [
				words
					.slice(words.indexOf(word) + 1)
					.map((other): readonly Repair[] => [
						...repairs.slice(0, index),
						{ ...repair, make: () => other },
						...later.filter((each) => !isWithin(each, repair)),
					]),
			];
		})
		.toReversed()
		.flat();
