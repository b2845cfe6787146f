import fc from "fast-check";
import {
	child,
	entries,
	isNode,
	type Node,
} from "../../contracts/generate/document.ts";
import {
	escapeSegment,
	jsonValue,
	memberName,
	objectFrom,
} from "./json-values.ts";
import type { Fault, SchemaArbitraries } from "./schema-faults.ts";

const propertiesOf = (schema: Node): [string, Node][] =>
	entries(child(schema, "properties"));
const requiredOf = ({ required }: Node): string[] =>
	Array.isArray(required) ? required.map(String) : [];

/** No value is accepted, so that the member may not be there. */
export const isForbidden = ({ not }: Node): boolean =>
	isNode(not) && Object.keys(not).length === 0;

/** Objects with members that the schema does not know before or after those it does, unless it forbids them. */
export function validObject(
	schema: Node,
	{ resolve, valid }: SchemaArbitraries,
): fc.Arbitrary<Record<string, unknown>> {
	const properties = propertiesOf(schema);
	const known = new Set(properties.map(([name]) => name));
	const members = Object.fromEntries(
		properties
			.filter(([, property]) => !isForbidden(resolve(property)))
			.map(([name, property]) => [name, valid(property)]),
	);
	const unknown = fc.tuple(
		memberName.filter((name) => !known.has(name)),
		jsonValue,
	);
	const maxLength = schema.additionalProperties === false ? 0 : 2;
	const others = fc.array(unknown, { maxLength });
	return fc
		.tuple(
			others,
			fc.record(members, { requiredKeys: requiredOf(schema) }),
			others,
		)
		.map(([before, own, after]) =>
			objectFrom([...before, ...Object.entries(own), ...after]),
		);
}

export function invalidObject(
	schema: Node,
	schemas: SchemaArbitraries,
): Fault[] {
	const whole = validObject(schema, schemas);
	const missing = requiredOf(schema).map((name) => ({
		where: `/${name}`,
		what: "is missing",
		broken: whole.map(({ [name]: _, ...value }) => ({
			value,
			pointer: `/${escapeSegment(name)}`,
		})),
	}));
	const withBroken = propertiesOf(schema).flatMap(([name, property]) =>
		schemas.invalid(property).map(({ where, what, broken }) => ({
			where: `/${name}${where}`,
			what,
			broken: fc.tuple(whole, broken).map(([others, { value, pointer }]) => ({
				value: { ...others, [name]: value },
				pointer: `/${escapeSegment(name)}${pointer}`,
			})),
		})),
	);
	return [...missing, ...withBroken];
}
