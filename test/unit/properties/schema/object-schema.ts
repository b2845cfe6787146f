import fc from "fast-check";
import {
	child,
	entries,
	isNode,
	type Node,
} from "../../../../contracts/generate/document.ts";
import { escapeSegment } from "../../../../src/values/json-pointer.ts";
import { createObject, jsonValue, propertyName } from "./json-values.ts";
import type { SchemaArbitraries, SchemaViolation } from "./schema-violation.ts";

const readProperties = (schema: Node): [string, Node][] =>
	entries(child(schema, "properties"));
const readRequired = ({ required }: Node): string[] =>
	Array.isArray(required) ? required.map(String) : [];

/** Whether the schema accepts no value, so that a property of this schema is not allowed. */
export const rejectsEverything = ({ not }: Node): boolean =>
	isNode(not) && Object.keys(not).length === 0;

/** Creates objects with unknown properties before and after the known ones, if the schema allows them. */
export function validObject(
	schema: Node,
	{ resolve, valid }: SchemaArbitraries,
): fc.Arbitrary<Record<string, unknown>> {
	const properties = readProperties(schema);
	const known = new Set(properties.map(([name]) => name));
	const knownProperties = Object.fromEntries(
		properties
			.filter(([, property]) => !rejectsEverything(resolve(property)))
			.map(([name, property]) => [name, valid(property)]),
	);
	const unknownProperty = fc.tuple(
		propertyName.filter((name) => !known.has(name)),
		jsonValue,
	);
	const maxLength = schema.additionalProperties === false ? 0 : 2;
	const unknownProperties = fc.array(unknownProperty, { maxLength });
	return fc
		.tuple(
			unknownProperties,
			fc.record(knownProperties, { requiredKeys: readRequired(schema) }),
			unknownProperties,
		)
		.map(([before, own, after]) =>
			createObject([...before, ...Object.entries(own), ...after]),
		);
}

export function invalidObject(
	schema: Node,
	schemas: SchemaArbitraries,
): SchemaViolation[] {
	const object = validObject(schema, schemas);
	const missing = readRequired(schema).map((name) => ({
		pointerPattern: `/${name}`,
		description: "is missing",
		values: object.map(({ [name]: _, ...value }) => ({
			value,
			pointer: `/${escapeSegment(name)}`,
		})),
	}));
	const withInvalidProperty = readProperties(schema).flatMap(
		([name, property]) =>
			schemas
				.invalid(property)
				.map(({ pointerPattern, description, values }) => ({
					pointerPattern: `/${name}${pointerPattern}`,
					description,
					values: fc
						.tuple(object, values)
						.map(([others, { value, pointer }]) => ({
							value: { ...others, [name]: value },
							pointer: `/${escapeSegment(name)}${pointer}`,
						})),
				})),
	);
	return [...missing, ...withInvalidProperty];
}
