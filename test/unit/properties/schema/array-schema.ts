import fc from "fast-check";
import { child, type Node } from "../../../../contracts/generate/document.ts";
import {
	createViolation,
	readNumber,
	type SchemaArbitraries,
	type SchemaViolation,
} from "./schema-violation.ts";

/** Arrays get at most this many items more than required, except those of maximum length. */
const EXTRA_ITEMS = 4;
const { POSITIVE_INFINITY: UNLIMITED } = Number;

const repeatItem = (
	item: fc.Arbitrary<unknown>,
	minItems: number,
	maxItems: number,
): fc.Arbitrary<unknown[]> =>
	fc
		.tuple(item, fc.integer({ min: minItems, max: maxItems }))
		.map(([value, length]) => Array(length).fill(value));

export function validArray(
	schema: Node,
	{ valid }: SchemaArbitraries,
): fc.Arbitrary<unknown[]> {
	const item = valid(child(schema, "items"));
	const minItems = readNumber(schema, "minItems", 0);
	const maxItems = readNumber(schema, "maxItems", minItems + EXTRA_ITEMS);
	return fc.oneof(
		{
			weight: 8,
			arbitrary: fc.array(item, {
				minLength: minItems,
				maxLength: Math.min(maxItems, minItems + EXTRA_ITEMS),
			}),
		},
		{ weight: 1, arbitrary: repeatItem(item, maxItems, maxItems) },
	);
}

export function invalidArray(
	schema: Node,
	schemas: SchemaArbitraries,
): SchemaViolation[] {
	const items = child(schema, "items");
	const item = schemas.valid(items);
	const minItems = readNumber(schema, "minItems", 0);
	const maxItems = readNumber(schema, "maxItems", UNLIMITED);
	const withInvalidItem = schemas
		.invalid(items)
		.map(({ pointerPattern, description, values }) => ({
			pointerPattern: `/*${pointerPattern}`,
			description,
			values: fc
				.tuple(validArray(schema, schemas), values, fc.nat())
				.map(([array, { value, pointer }, position]) => {
					const index = position % Math.max(array.length, 1);
					return {
						value: Object.assign([...array], { [index]: value }),
						pointer: `/${index}${pointer}`,
					};
				}),
		}));
	return [
		...(minItems === 0
			? []
			: [createViolation("is too short", repeatItem(item, 0, minItems - 1))]),
		...(maxItems === UNLIMITED
			? []
			: [
					createViolation(
						"is too long",
						repeatItem(item, maxItems + 1, maxItems + EXTRA_ITEMS),
					),
				]),
		...withInvalidItem,
	];
}
