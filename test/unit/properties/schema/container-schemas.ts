import fc from "fast-check";
import { child, entries, type Node } from "../../../../src/document/node.ts";
import { escapeSegment } from "../../../../src/values/json.ts";
import { jsonValue, propertyName } from "./json-values.ts";
import {
	listViolations,
	nestViolations,
	type ReadSchema,
	readNumber,
	type SchemaArbitraries,
} from "./schema-arbitraries.ts";

/** The maximum number of additional items in an array, except in arrays of maximum length. */
const EXTRA_ITEMS = 4;

export function readArray(schema: Node, read: ReadSchema): SchemaArbitraries {
	const { valid: item = fc.constant(null), violations } = read(
		child(schema, "items"),
	);
	const min = readNumber(schema, "minItems") ?? 0;
	const max = readNumber(schema, "maxItems") ?? 0;
	const repeatItem = (least: number, most: number): fc.Arbitrary<unknown[]> =>
		fc
			.tuple(item, fc.integer({ min: least, max: most }))
			.map(([value, length]) => Array(length).fill(value));
	const short = { minLength: min, maxLength: min + EXTRA_ITEMS };
	const valid = fc.oneof(
		{ weight: 8, arbitrary: fc.array(item, short) },
		{ weight: 1, arbitrary: repeatItem(max, max) },
	);
	return {
		valid,
		violations: [
			...listViolations({
				"is too short": repeatItem(0, min - 1),
				"is too long": repeatItem(max + 1, max + EXTRA_ITEMS),
			}),
			...nestViolations(violations, "*", (values) =>
				fc
					.tuple(valid, values, fc.nat())
					.map(([array, { value, pointer }, position]) => {
						const index = position % Math.max(array.length, 1);
						const changed = Object.assign([...array], { [index]: value });
						return { value: changed, pointer: `/${index}${pointer}` };
					}),
			),
		],
	};
}

/** Creates objects with unknown properties before and after the known ones. */
export function readObject(schema: Node, read: ReadSchema): SchemaArbitraries {
	const properties = entries(child(schema, "properties")).map(
		([name, property]) => ({ name, ...read(property) }),
	);
	const required = Object.values(child(schema, "required")).map(String);
	const known = new Set(properties.map(({ name }) => name));
	const unknownProperties = fc.array(
		fc.tuple(
			propertyName.filter((name) => !known.has(name)),
			jsonValue,
		),
		{ maxLength: schema.additionalProperties === false ? 0 : 2 },
	);
	const knownProperties = Object.fromEntries(
		properties.flatMap(({ name, valid }) => (valid ? [[name, valid]] : [])),
	);
	// `fromEntries` keeps `__proto__`, which an assignment would set as the prototype.
	const valid: fc.Arbitrary<Record<string, unknown>> = fc
		.tuple(
			unknownProperties,
			fc.record(knownProperties, { requiredKeys: required }),
			unknownProperties,
		)
		.map(([before, own, after]) =>
			Object.fromEntries([...before, ...Object.entries(own), ...after]),
		);
	return {
		valid,
		violations: [
			...required.map((name) => ({
				pointerPattern: `/${name}`,
				description: "is missing",
				values: valid.map(({ [name]: _, ...value }) => ({
					value,
					pointer: `/${escapeSegment(name)}`,
				})),
			})),
			...properties.flatMap(({ name, violations }) =>
				nestViolations(violations, name, (values) =>
					fc.tuple(valid, values).map(([others, { value, pointer }]) => ({
						value: { ...others, [name]: value },
						pointer: `/${escapeSegment(name)}${pointer}`,
					})),
				),
			),
		],
	};
}
