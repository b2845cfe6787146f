import type { Field } from "./field.ts";
import { child, entries, isNode, type Node } from "./node.ts";

const isOpen = ({ additionalProperties }: Node): boolean =>
	additionalProperties !== undefined && additionalProperties !== false;

/** Returns the part of `x-role` after the dot. */
export const roleOf = (text: string): string => text.split(".").at(-1) ?? text;

/** Reads a schema whose references are inlined. Where it refers to itself, any value is allowed. */
export function readField(schema: Node): Field {
	const parts = entries(child(schema, "allOf")).map(([, each]) =>
		readField(each),
	);
	const own = entries(child(schema, "properties")).map(
		([name, each]) => [name, readField(each)] as const,
	);
	const { "x-role": role, required, items } = schema;
	const field = complete({
		role: typeof role === "string" ? roleOf(role) : undefined,
		schema,
		properties: own,
		required: Array.isArray(required) ? required.map(String) : [],
		isOpen: isOpen(schema),
		items: isNode(items) ? readField(items) : undefined,
		alternatives: ["anyOf", "oneOf"].flatMap((keyword) =>
			entries(child(schema, keyword)).map(([, each]) => readField(each)),
		),
	});
	return [...parts, field].reduce(mergeFields);
}

/** What follows from the rest is computed once, since composing a value asks for all of it. */
function complete(
	field: Omit<
		Field,
		"types" | "isNumeric" | "hasConst" | "byName" | "hasRoles"
	>,
): Field {
	const types = [field.schema.type ?? []].flat().map(String);
	return {
		...field,
		types,
		isNumeric: types.includes("integer") || types.includes("number"),
		hasConst: "const" in field.schema,
		byName: new Map(field.properties),
		hasRoles:
			field.role !== undefined ||
			field.properties.some(([, { hasRoles }]) => hasRoles) ||
			field.alternatives.some(({ hasRoles }) => hasRoles),
	};
}

/** Returns what both fields describe. Properties of the same name are merged, too. */
function mergeFields(first: Field, second: Field): Field {
	const properties = new Map(first.byName);
	for (const [name, each] of second.properties) {
		const known = properties.get(name);
		properties.set(name, known ? mergeFields(known, each) : each);
	}
	return complete({
		role: second.role ?? first.role,
		schema: { ...first.schema, ...second.schema },
		properties: [...properties],
		required: [...new Set([...first.required, ...second.required])],
		isOpen: first.isOpen || second.isOpen,
		items: second.items ?? first.items,
		alternatives: [...first.alternatives, ...second.alternatives],
	});
}
