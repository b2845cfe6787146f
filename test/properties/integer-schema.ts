import fc from "fast-check";
import type { Node } from "../../contracts/generate/document.ts";
import { type Fault, fault, numberOf } from "./schema-faults.ts";

const { MIN_SAFE_INTEGER: FIRST, MAX_SAFE_INTEGER: LAST } = Number;
const limitsOf = (schema: Node): { min: number; max: number } => ({
	min: numberOf(schema, "minimum", FIRST),
	max: numberOf(schema, "maximum", LAST),
});

export function validInteger(schema: Node): fc.Arbitrary<number> {
	const { min, max } = limitsOf(schema);
	return fc.oneof(fc.integer({ min, max }), fc.constantFrom(min, max));
}

export function invalidInteger(schema: Node): Fault[] {
	const { min, max } = limitsOf(schema);
	const between = validInteger({ minimum: min, maximum: max - 1 }).map(
		(whole) => whole + 0.5,
	);
	const below = fc.oneof(
		fc.constant(min - 1),
		fc.integer({ min: FIRST, max: min - 1 }),
	);
	const above = fc.oneof(
		fc.constant(max + 1),
		fc.integer({ min: max + 1, max: LAST }),
	);
	return [
		fault("is no integer", between),
		...(min === FIRST ? [] : [fault("is too small", below)]),
		...(max === LAST ? [] : [fault("is too large", above)]),
	];
}
