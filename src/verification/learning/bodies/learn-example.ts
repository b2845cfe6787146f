import { isObject } from "../../../values/json.ts";
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
	const repairs = compareBodies(documented, example);
	const response = await lesson.send(applyRepairs(documented, repairs));
	if (!response || !isAccepted(response)) return undefined;
	return { repairs: await minimize(repairs, lesson), isAccepted: true };
}
