import { isObject } from "../../../values/json.ts";
import { uniqueWord } from "../../../values/unique-word.ts";
import { isAccepted } from "../rejections/read-trial.ts";
import { applyRepairs, type Repair } from "../rejections/repairs.ts";
import type { LearntRepairs } from "./learn-body.ts";
import type { Lesson } from "./lesson.ts";
import { minimize } from "./minimize-repairs.ts";

/** Returns the changes that make the example of the documented body. */
function compareBodies(
	documented: Readonly<Record<string, unknown>>,
	example: Readonly<Record<string, unknown>>,
): Repair[] {
	const removed = Object.entries(documented)
		.filter(([name]) => !Object.hasOwn(example, name))
		.map(
			([name, value]): Repair => ({
				...{ kind: "remove", at: [], name, documented: value },
			}),
		);
	const added = Object.entries(example).map(([name, value]): Repair => {
		const own = Object.hasOwn(documented, name) ? documented[name] : undefined;
		return {
			...{ kind: "set", at: [], name, make: () => value },
			...(own !== undefined && { documented: own }),
		};
	});
	return [...removed, ...added];
}

/**
 * Lists the changes that may lead to an accepted body: those of the example, those with the documented texts, which are
 * new in each body, and those with one new text each. A record that the example has created may have its name.
 */
const listAttempts = (repairs: readonly Repair[]): (readonly Repair[])[] => [
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
	for (const repairs of listAttempts(compareBodies(documented, example))) {
		const body = applyRepairs(lesson.createBody(), repairs);
		const response = await lesson.send(body);
		if (response && isAccepted(response))
			return { repairs: await minimize(repairs, lesson), isAccepted: true };
	}
	return undefined;
}
