import { isObject, tryParseJson } from "../values/json.ts";
import { mergeSchemas } from "./merge-schemas.ts";
import { child, entries, isNode, type Node, roleOf } from "./node.ts";

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

const isOpen = ({ additionalProperties }: Node): boolean =>
	additionalProperties !== undefined && additionalProperties !== false;

/**
 * The fields of schemas that were read before. A schema inside an array item has a field of its own, because
 * behaviors distinguish the fields of a record from the fields of its items.
 */
interface Known {
	readonly fields: WeakMap<Node, Field>;
	items?: Known;
}

const shared: Known = { fields: new WeakMap() };

/** Keywords whose values contain schemas. */
const COMPOSED = ["properties", "items", "allOf", "anyOf", "oneOf"];

/** Reads a schema whose references are inlined. A recursive reference allows any value. */
export function readField(schema: Node, known: Known = shared): Field {
	const found = known.fields.get(schema);
	if (found) return found;
	const read = (each: Node): Field => readField(each, known);
	const parts = entries(child(schema, "allOf")).map(([, each]) => read(each));
	const own = entries(child(schema, "properties")).map(
		([name, each]) => [name, read(each)] as const,
	);
	const { "x-role": role, required, items } = schema;
	if (isNode(items)) known.items ??= { fields: new WeakMap() };
	const field = complete({
		role: typeof role === "string" ? roleOf(role) : undefined,
		schema,
		properties: own,
		required: Array.isArray(required) ? required.map(String) : [],
		isOpen: isOpen(schema),
		items: isNode(items) ? readField(items, known.items) : undefined,
		alternatives: ["anyOf", "oneOf"].flatMap((keyword) =>
			entries(child(schema, keyword)).map(([, each]) => read(each)),
		),
	});
	const all = [...parts, field].reduce(mergeFields);
	if (COMPOSED.some((keyword) => keyword in schema))
		known.fields.set(schema, all);
	return all;
}

/** The part of a field that its schema describes directly. */
type Described = Omit<
	Field,
	"types" | "isNumeric" | "hasConst" | "byName" | "hasRoles" | "size"
>;

function measureSize(described: Described): number {
	const { schema, properties, required, items, alternatives } = described;
	const names = new Set(required);
	const made = properties.filter(
		([name, each]) => names.has(name) || each.hasRoles || each.hasConst,
	);
	const others = properties.length > 0 ? [] : alternatives;
	const count = Number(schema.minItems ?? 0);
	return (
		made.reduce((sum, [, { size }]) => sum + size, 1) +
		others.reduce((most, { size }) => Math.max(most, size), 0) +
		count * (items?.size ?? 1)
	);
}

/** Returns the types of a schema, or those of its alternatives if each of them has one. */
function listTypes({ schema, alternatives }: Described): readonly string[] {
	const types =
		schema.type !== undefined
			? [schema.type].flat().map(String)
			: alternatives.every(({ types }) => types.length > 0)
				? alternatives.flatMap(({ types }) => types)
				: [];
	const isNullable = types.length > 0 && schema["x-nullable"] === true;
	return [...new Set(isNullable ? [...types, "null"] : types)];
}

/**
 * Adds the properties of a field that follow from the others. They are computed once, because composing a value reads
 * all of them.
 */
function complete(field: Described): Field {
	const types = listTypes(field);
	return {
		types,
		isNumeric: types.includes("integer") || types.includes("number"),
		hasConst: "const" in field.schema,
		byName: new Map(field.properties),
		hasRoles:
			field.role !== undefined ||
			field.properties.some(([, { hasRoles }]) => hasRoles) ||
			field.alternatives.some(({ hasRoles }) => hasRoles),
		size: measureSize(field),
		...field,
	};
}

/** Merges two fields into one that describes the values of both. Properties with the same name are merged, too. */
function mergeFields(first: Field, second: Field): Field {
	if (first === second) return first;
	const properties = new Map(first.byName);
	for (const [name, each] of second.properties) {
		const known = properties.get(name);
		properties.set(name, known ? mergeFields(known, each) : each);
	}
	return complete({
		role: second.role ?? first.role,
		schema: mergeSchemas(first.schema, second.schema),
		properties: [...properties],
		required: [...new Set([...first.required, ...second.required])],
		isOpen: first.isOpen || second.isOpen,
		items:
			first.items && second.items
				? mergeFields(first.items, second.items)
				: (second.items ?? first.items),
		alternatives: [...first.alternatives, ...second.alternatives],
	});
}

/**
 * Returns the default of a schema, converted to the type of the schema. Some documents write numbers as texts, or
 * texts as numbers.
 */
export function readTypedDefault({ type, default: given }: Node): unknown {
	if (typeof type === "string" && given !== undefined) {
		if (given === null) return type === "null" ? null : undefined;
		if (typeof given === "string" && type !== "string")
			return tryParseJson(given);
		if (typeof given !== "object" && type === "string") return String(given);
	}
	return typeof given === "object" ? structuredClone(given) : given;
}
