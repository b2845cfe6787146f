import type { Faker } from "@faker-js/faker";
import type { Node } from "../document/node.ts";

/** The names of properties with whole numbers. */
const COUNTS = /count|total|page|size|limit|offset|number|age|year|quantity/i;

/**
 * Returns a number within the limits of a schema, or the closest number if the limits exclude all.
 * @param name the name of the property
 */
export function sampleNumber(schema: Node, name: string, faker: Faker): number {
	const { multipleOf, exclusiveMinimum, exclusiveMaximum } = schema;
	const isWhole =
		[schema.type].flat().includes("integer") ||
		/^u?int/.test(String(schema.format)) ||
		COUNTS.test(name);
	const step = Number(multipleOf ?? (isWhole ? 1 : 0.01));
	const above = Number(exclusiveMinimum ?? -Infinity);
	const below = Number(exclusiveMaximum ?? Infinity);
	const least = Math.max(Number(schema.minimum ?? -Infinity), above);
	const most = Math.min(Number(schema.maximum ?? Infinity), below);
	const start = least > -Infinity ? least : Math.min(1, most);
	const end = Math.min(most, start + 1_000);
	// A step such as 0.01 has no exact multiples in binary.
	const round = (value: number): number => Number(value.toPrecision(12));
	let first = Math.ceil(round(start / step));
	if (first * step <= above) first += 1;
	let last = Math.floor(round(end / step));
	if (last * step >= below) last -= 1;
	const count = faker.number.int({ min: first, max: Math.max(first, last) });
	return round(count * step);
}
