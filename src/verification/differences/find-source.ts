import { isObject } from "../../values/is-object.ts";
import { compareNames, MIN_SCORE, normalize } from "./match-names.ts";
import type { Schema } from "./schema.ts";

type Values = Readonly<Record<string, unknown>>;

/** Where the value of a documented property was found. */
export interface Source {
	readonly value: unknown;
	/** What stands in its place, for the difference. */
	readonly actual: string;
	/** The additional properties that it explains. */
	readonly names: readonly string[];
}

/** Finds the properties of an object that stand next to each other in the enclosing object: `subjectId` for `subject.id`. */
export function findFlattened(
	name: string,
	{ properties = {} }: Schema,
	values: Values,
	unknown: readonly string[],
): Source | undefined {
	const found = Object.keys(properties).flatMap((inner) => {
		const outer = unknown.find(
			(each) => normalize(each) === normalize(name + inner),
		);
		return outer === undefined ? [] : [[inner, outer] as const];
	});
	if (found.length === 0) return undefined;
	const names = found.map(([, outer]) => outer);
	return {
		value: Object.fromEntries(
			found.map(([inner, outer]) => [inner, values[outer]]),
		),
		actual: `flattened into ${names.join(", ")}`,
		names,
	};
}

/** Finds a property that moved into an object beside it: `page.next` for `nextCursor`. */
export function findMoved(
	name: string,
	values: Values,
	unknown: readonly string[],
): Source | undefined {
	for (const outer of unknown) {
		const object = values[outer];
		if (!isObject(object)) continue;
		const inner = Object.keys(object).find(
			(each) =>
				compareNames(each, name) > MIN_SCORE ||
				normalize(outer + each) === normalize(name),
		);
		if (inner !== undefined)
			return {
				value: object[inner],
				actual: `${outer}.${inner}`,
				names: [outer],
			};
	}
	return undefined;
}
