import { valueAt } from "../../../values/json.ts";
import { isTime } from "../../../values/read-time.ts";
import { listLeaves } from "./condition-names.ts";
import type { Answer } from "./list-inquiry.ts";

type Items = readonly unknown[];

/** The maximum number of properties by which records may be sorted. */
const MAX_PROPERTIES = 12;

/** A property of records. */
export interface Property {
	readonly name: string;
	readonly path: readonly string[];
	readonly isTime: boolean;
}

/** Lists the properties of records, times first. */
export function listProperties(items: Items): Property[] {
	const leaves = items
		.flatMap((each) => listLeaves(each))
		.filter(({ value }) => typeof value !== "object")
		.map(({ path, value }) => ({ path, isTime: isTime(value) }))
		.sort((a, b) => Number(b.isTime) - Number(a.isTime));
	const byPath = new Map(leaves.map((each) => [each.path.join("."), each]));
	return Array.from(byPath.values(), (each) => ({
		...{ ...each, name: each.path.at(-1) ?? "" },
	})).slice(0, MAX_PROPERTIES);
}

/** Returns the order of records by a property: 1, -1, or 0 for none; undefined if all have the same value. */
export function findDirection(
	items: Items,
	{ path }: Property,
): number | undefined {
	const values = items.flatMap((item) => valueAt(item, ...path) ?? []);
	if (new Set(values).size < 2) return undefined;
	const toText = (value: unknown) => `${value}`;
	// Services compare texts with or without their case.
	const folds = [toText, (value: unknown) => `${value}`.toLowerCase()];
	const direction = [1, -1].find((sign) =>
		folds.some((fold) => {
			const keys = values.map((each) =>
				typeof each === "number" ? each : fold(each),
			);
			const ordered = sign === 1 ? keys : keys.toReversed();
			return ordered.every(
				(each, index) => !(each < (ordered[index - 1] ?? each)),
			);
		}),
	);
	return direction ?? 0;
}

/** Whether a response has as many records in another order. */
export const isReordered = (
	found: Answer | undefined,
	start: Items,
): found is Answer =>
	found?.items.length === start.length &&
	JSON.stringify(found.items) !== JSON.stringify(start);
