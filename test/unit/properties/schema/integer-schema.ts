import fc from "fast-check";
import type { Node } from "../../../../contracts/generate/document.ts";
import {
	createViolation,
	readNumber,
	type SchemaViolation,
} from "./schema-violation.ts";

const { MIN_SAFE_INTEGER: SMALLEST, MAX_SAFE_INTEGER: LARGEST } = Number;
const readLimits = (schema: Node): { min: number; max: number } => ({
	min: readNumber(schema, "minimum", SMALLEST),
	max: readNumber(schema, "maximum", LARGEST),
});

export function validInteger(schema: Node): fc.Arbitrary<number> {
	const { min, max } = readLimits(schema);
	return fc.oneof(fc.integer({ min, max }), fc.constantFrom(min, max));
}

export function invalidInteger(schema: Node): SchemaViolation[] {
	const { min, max } = readLimits(schema);
	const fractional = validInteger({ minimum: min, maximum: max - 1 }).map(
		(integer) => integer + 0.5,
	);
	const below = fc.oneof(
		fc.constant(min - 1),
		fc.integer({ min: SMALLEST, max: min - 1 }),
	);
	const above = fc.oneof(
		fc.constant(max + 1),
		fc.integer({ min: max + 1, max: LARGEST }),
	);
	return [
		createViolation("is not an integer", fractional),
		...(min === SMALLEST ? [] : [createViolation("is too small", below)]),
		...(max === LARGEST ? [] : [createViolation("is too large", above)]),
	];
}
