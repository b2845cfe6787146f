import { tryParseJson } from "../values/json.ts";
import type { Field } from "./field.ts";
import { mergeSchemas } from "./merge-schemas.ts";
import { child, entries, isNode, type Node, roleOf } from "./node.ts";

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
