import { isObject } from "../../../values/json.ts";
import { uniqueWord } from "../../../values/unique-word.ts";
import { isAccepted } from "../rejections/read-trial.ts";
import { applyRepairs, type Repair } from "../rejections/repairs.ts";
import { deriveRepairs } from "./derive-repairs.ts";
import type { LearntRepairs } from "./learn-body.ts";
import type { Knowledge, Lesson } from "./lesson.ts";
import { minimize } from "./minimize-repairs.ts";

/** Two ids of the same kind have the same form. */
const idFormOf = (value: unknown): string =>
	`${value}`.replace(/[a-z0-9]/gi, "x");

/** Lets each property that names a record name a known one, because the id in an example may be invented. */
const nameRecords = (
	repairs: readonly Repair[],
	knowledge: Knowledge,
): readonly Repair[] =>
	repairs.map((each) => {
		if (each.kind !== "set") return each;
		const value = each.make(undefined);
		const isText = typeof value === "string" && /\d/.test(value);
		if (!isText && typeof value !== "number") return each;
		if (knowledge.isRecord(value, each.name)) return each;
		const id = isText
			? knowledge
					.ids(each.name)
					.find((own) => idFormOf(own) === idFormOf(value))
			: knowledge.idsOf(each.name).find((own) => typeof own === "number");
		return id === undefined ? each : { ...each, make: () => id };
	});

/**
 * Lists the changes that may lead to an accepted body: those of the example, with ids of known records and as it is,
 * those with the documented texts, which are new in each body, and those with one new text each. A record that the
 * example has created may have its name.
 */
const listAttempts = (
	repairs: readonly Repair[],
	knowledge: Knowledge,
): (readonly Repair[])[] => [
	nameRecords(repairs, knowledge),
	repairs,
	repairs.filter(
		(each) => each.kind !== "set" || typeof each.documented !== "string",
	),
	...repairs.flatMap((each, index) =>
		each.kind === "set" && typeof each.make(undefined) === "string"
			? [repairs.with(index, { ...each, make: uniqueWord })]
			: [],
	),
];

/**
 * Learns from an example that the service accepts which of its parts it requires.
 * @returns undefined if the service does not accept the example, or if it has the documented properties in another object
 */
export async function learnExample(
	lesson: Lesson,
	example: unknown,
): Promise<LearntRepairs | undefined> {
	const documented = lesson.createBody();
	if (!isObject(documented) || !isObject(example)) return undefined;
	const [first, ...others] = Object.values(example);
	if (isObject(first) && others.length === 0) return undefined;
	const derived = deriveRepairs(documented, example, []);
	for (const repairs of listAttempts(derived, lesson.knowledge)) {
		const body = applyRepairs(lesson.createBody(), repairs);
		const response = await lesson.send(body);
		if (response && isAccepted(response))
			return { repairs: await minimize(repairs, lesson), isAccepted: true };
	}
	return undefined;
}
