import type { Repair } from "./rejections/repairs.ts";
import type { LearntBody } from "./rules/measure-rules.ts";
import type { Memory } from "./values/create-memory.ts";

/** Lets the repairs that name a record follow the record that takes its place after a conflict. */
export function followRecords(
	bodies: Map<string, LearntBody>,
	memory: Memory,
): void {
	// Bodies that have a part of another one share its repairs.
	const following = new Map<unknown, () => unknown>();
	const follow = (repair: Repair): Repair => {
		if (repair.kind !== "set" || repair.documented !== undefined) return repair;
		const { name, varies } = repair;
		const id = varies ? undefined : repair.make(undefined);
		if (!memory.isRecord(id, name)) return repair;
		const make = following.get(repair.make) ?? (() => memory.current(id, name));
		following.set(repair.make, make);
		return { ...repair, make };
	};
	for (const [id, body] of bodies)
		bodies.set(id, { ...body, repairs: body.repairs.map(follow) });
}

/** Tells the bodies that have a part of another one, such as the steps of a pipeline, when it requires its properties. */
export function shareNeeds(bodies: Map<string, LearntBody>): void {
	const needs = new Map(
		[...bodies.values()]
			.flatMap(({ repairs }) => repairs)
			.flatMap((each) =>
				each.kind === "set" && each.only !== undefined
					? [[each.make, each.only] as const]
					: [],
			),
	);
	for (const [id, body] of bodies)
		bodies.set(id, {
			...body,
			repairs: body.repairs.map((each) => {
				const only = each.kind === "set" ? needs.get(each.make) : undefined;
				return only === undefined ? each : { ...each, only };
			}),
		});
}
