import { isObject } from "../values/json.ts";
import type { Node } from "./node.ts";

/** A value that the OpenAPI document describes, with the roles of its parts. `allOf` is merged. */
export interface Field {
	/** The role of the value, such as `id`: the part of `x-role` after the dot. */
	readonly role: string | undefined;
	/** Keywords that limit the value itself, such as `const` and `pattern`. */
	readonly schema: Node;
	/** The values of the keyword `type`. */
	readonly types: readonly string[];
	readonly isNumeric: boolean;
	/** Whether the document fixes the value with `const`. */
	readonly hasConst: boolean;
	/** In the order of the document. */
	readonly properties: readonly (readonly [name: string, field: Field])[];
	/** The properties by name. */
	readonly byName: ReadonlyMap<string, Field>;
	readonly required: readonly string[];
	/** Whether the document says that other properties are allowed. By default, they are dropped. */
	readonly isOpen: boolean;
	readonly items: Field | undefined;
	/** The fields of `anyOf` and `oneOf`. */
	readonly alternatives: readonly Field[];
	/** Whether this field or a field below it has a role. */
	readonly hasRoles: boolean;
	/** The number of values in the smallest value of this field: the value itself and all required values below it. */
	readonly size: number;
}

/** Lists the field and the fields below it, the nearest first, each once. Fields of array items are not included. */
export function fieldsOf(root: Field): readonly Field[] {
	const fields = new Set([root]);
	for (const { properties, alternatives } of fields) {
		for (const [, each] of properties) fields.add(each);
		for (const each of alternatives) fields.add(each);
	}
	return [...fields];
}

/** Lists the fields of a value, including the fields of array items. */
export function allFields(record: Field): ReadonlySet<Field> {
	const all = new Set([record]);
	for (const { properties, alternatives, items } of all) {
		for (const [, each] of properties) all.add(each);
		for (const each of alternatives) all.add(each);
		if (items) all.add(items);
	}
	return all;
}

/** Returns the property names on the shortest way from a field to a field below it; undefined if there is no way. */
export function pathOf(
	root: Field,
	target: Field,
): readonly string[] | undefined {
	const paths = new Map<Field, readonly string[]>([[root, []]]);
	for (const [field, path] of paths)
		for (const [name, each] of field.properties)
			if (!paths.has(each)) paths.set(each, [...path, name]);
	return paths.get(target);
}

/** Returns the nearest object that has a property with the role. */
export const findOwner = (root: Field, role: string): Field | undefined =>
	fieldsOf(root).find(({ properties }) =>
		properties.some(([, each]) => each.role === role),
	);

export const hasType = (field: Field, ...types: string[]): boolean =>
	field.types.some((type) => types.includes(type));

/** Whether a request must not have the value. */
export const isForbidden = ({ schema }: Field): boolean =>
	"not" in schema || schema.readOnly === true;

/** Returns the value of a request without the properties that only the service sets. */
export const omitReadOnly = (field: Field, value: unknown): unknown =>
	isObject(value)
		? Object.fromEntries(
				Object.entries(value).flatMap(([name, each]) => {
					const property = field.byName.get(name);
					if (!property) return [[name, each]];
					return property.schema.readOnly === true
						? []
						: [[name, omitReadOnly(property, each)]];
				}),
			)
		: value;

/** Whether every text of the allowed length is valid. */
export const isFreeText = (field: Field): boolean =>
	hasType(field, "string") &&
	["enum", "const", "format", "pattern"].every(
		(keyword) => !(keyword in field.schema),
	);

const WITHOUT_RULE = /^(title|description|deprecated|default|examples?|x-.*)$/;

/** Whether a schema has no rule for values. */
export const allowsAny = (schema: Node): boolean =>
	Object.keys(schema).every((keyword) => WITHOUT_RULE.test(keyword));
