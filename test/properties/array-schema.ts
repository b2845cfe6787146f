import fc from "fast-check";
import { child, type Node } from "../../contracts/generate/document.ts";
import {
	type Fault,
	fault,
	numberOf,
	type SchemaArbitraries,
} from "./schema-faults.ts";

/** So many items more than it must have are enough for an array, but for one that has as many as it may. */
const MORE = 4;
const { POSITIVE_INFINITY: NO_END } = Number;

const repeated = (
	item: fc.Arbitrary<unknown>,
	least: number,
	most: number,
): fc.Arbitrary<unknown[]> =>
	fc
		.tuple(item, fc.integer({ min: least, max: most }))
		.map(([value, length]) => Array(length).fill(value));

export function validArray(
	schema: Node,
	{ valid }: SchemaArbitraries,
): fc.Arbitrary<unknown[]> {
	const item = valid(child(schema, "items"));
	const least = numberOf(schema, "minItems", 0);
	const most = numberOf(schema, "maxItems", least + MORE);
	return fc.oneof(
		{
			weight: 8,
			arbitrary: fc.array(item, {
				minLength: least,
				maxLength: Math.min(most, least + MORE),
			}),
		},
		{ weight: 1, arbitrary: repeated(item, most, most) },
	);
}

export function invalidArray(
	schema: Node,
	schemas: SchemaArbitraries,
): Fault[] {
	const items = child(schema, "items");
	const item = schemas.valid(items);
	const least = numberOf(schema, "minItems", 0);
	const most = numberOf(schema, "maxItems", NO_END);
	const withBroken = schemas.invalid(items).map(({ where, what, broken }) => ({
		where: `/*${where}`,
		what,
		broken: fc
			.tuple(validArray(schema, schemas), broken, fc.nat())
			.map(([whole, { value, pointer }, place]) => {
				const index = place % Math.max(whole.length, 1);
				return {
					value: Object.assign([...whole], { [index]: value }),
					pointer: `/${index}${pointer}`,
				};
			}),
	}));
	return [
		...(least === 0
			? []
			: [fault("is too short", repeated(item, 0, least - 1))]),
		...(most === NO_END
			? []
			: [fault("is too long", repeated(item, most + 1, most + MORE))]),
		...withBroken,
	];
}
