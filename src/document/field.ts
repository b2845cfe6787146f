import { isObject } from "../values/json.ts";
import { child, entries, isNode, type Node } from "./node.ts";

/** A value as the OpenAPI document describes it, with the roles of its parts. `allOf` is merged. */
export interface Field {
	/** What the value is for a behavior, such as `id`: the part of `x-role` after the dot. */
	readonly role: string | undefined;
	/** Keywords that limit the value itself, such as `const` and `pattern`. */
	readonly schema: Node;
	/** In the order of the document. */
	readonly properties: readonly (readonly [name: string, field: Field])[];
	readonly required: readonly string[];
	/** Whether the document says that other properties are allowed. By default, they are dropped. */
	readonly isOpen: boolean;
	readonly items: Field | undefined;
	/** Those of `anyOf` and `oneOf`. */
	readonly alternatives: readonly Field[];
	/** Whether it or a field below it has a role. */
	readonly hasRoles: boolean;
}

const isOpen = ({ additionalProperties }: Node): boolean =>
	additionalProperties !== undefined && additionalProperties !== false;

/** Reads a schema whose references are inlined. Where it refers to itself, any value is allowed. */
export function readField(schema: Node): Field {
	const parts = entries(child(schema, "allOf")).map(([, each]) =>
		readField(each),
	);
	const own = entries(child(schema, "properties")).map(
		([name, each]) => [name, readField(each)] as const,
	);
	const { "x-role": role, required, items } = schema;
	const field = withHasRoles({
		role: typeof role === "string" ? role.split(".").at(-1) : undefined,
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

const withHasRoles = (field: Omit<Field, "hasRoles">): Field => ({
	...field,
	hasRoles:
		field.role !== undefined ||
		field.properties.some(([, { hasRoles }]) => hasRoles) ||
		field.alternatives.some(({ hasRoles }) => hasRoles),
});

/** Returns what both fields describe. Properties of the same name are merged, too. */
function mergeFields(first: Field, second: Field): Field {
	const properties = new Map(first.properties);
	for (const [name, each] of second.properties) {
		const known = properties.get(name);
		properties.set(name, known ? mergeFields(known, each) : each);
	}
	return withHasRoles({
		role: second.role ?? first.role,
		schema: { ...first.schema, ...second.schema },
		properties: [...properties],
		required: [...new Set([...first.required, ...second.required])],
		isOpen: first.isOpen || second.isOpen,
		items: second.items ?? first.items,
		alternatives: [...first.alternatives, ...second.alternatives],
	});
}

/** Lists the field and those below it, the nearest first. Fields of array items are not below it. */
export function fieldsOf(root: Field): readonly Field[] {
	const fields = [root];
	for (const { properties, alternatives } of fields)
		fields.push(...properties.map(([, each]) => each), ...alternatives);
	return fields;
}

/** Returns the names of the properties that lead to a field below another; undefined if it is not below. */
export function pathOf(
	root: Field,
	target: Field,
): readonly string[] | undefined {
	if (root === target) return [];
	for (const [name, each] of root.properties) {
		const path = pathOf(each, target);
		if (path) return [name, ...path];
	}
	return undefined;
}

/** Returns the nearest object that has a property with the role. */
export const findOwner = (root: Field, role: string): Field | undefined =>
	fieldsOf(root).find(({ properties }) =>
		properties.some(([, each]) => each.role === role),
	);

export const hasType = ({ schema }: Field, ...types: string[]): boolean =>
	[schema.type].flat().some((type) => types.includes(String(type)));

/** Whether a request must not have the value. */
export const isForbidden = ({ schema }: Field): boolean => "not" in schema;

/** Whether a text may be any of its length. */
export const isFreeText = (field: Field): boolean =>
	hasType(field, "string") &&
	["enum", "const", "format", "pattern"].every(
		(keyword) => !(keyword in field.schema),
	);

/** What the values of a new object come from. */
export interface Source {
	/** By role. A function makes the value in the form that the field describes. */
	readonly roles: Readonly<Record<string, unknown>>;
	/** The values of properties without a role, by name. */
	readonly named: Readonly<Record<string, unknown>>;
	/** Finished values of whole fields. */
	readonly whole?: ReadonlyMap<Field, unknown>;
	/** Returns the value of a required field that nothing else tells; defaults to `sample`. */
	readonly otherwise?: (field: Field) => unknown;
}

/** The items of an array, each with its own source. */
export class SourceList {
	readonly sources: readonly Source[];
	constructor(sources: readonly Source[]) {
		this.sources = sources;
	}
}

/** Reads the values of an object by role and, without one, by name. Those of nested objects with roles are included. */
export function readSource(field: Field, value: unknown): Source {
	const roles: Record<string, unknown> = {};
	const named: Record<string, unknown> = {};
	function read(at: Field, object: unknown): void {
		if (!isObject(object)) return;
		const fields = new Map(at.properties);
		for (const [name, each] of Object.entries(object)) {
			const property = fields.get(name);
			if (!property?.hasRoles) {
				Object.defineProperty(named, name, { ...PLAIN, value: each });
				continue;
			}
			const { items } = property;
			if (property.role !== undefined)
				roles[property.role] =
					Array.isArray(each) && items && items.properties.length > 0
						? new SourceList(each.map((item) => readSource(items, item)))
						: each;
			if (property.properties.length > 0) read(property, each);
		}
	}
	read(field, value);
	return { roles, named };
}

/** Of a property that is set. A plain assignment to `__proto__` would set none. */
const PLAIN = { enumerable: true, writable: true, configurable: true };

function composeObject(field: Field, source: Source): unknown {
	const object: Record<string, unknown> = {};
	const { otherwise = sample } = source;
	const set = (name: string, value: unknown): void => {
		Object.defineProperty(object, name, { ...PLAIN, value });
	};
	for (const [name, each] of field.properties) {
		const isRequired = field.required.includes(name);
		const isGiven =
			each.role === undefined && Object.hasOwn(source.named, name);
		// What is in an optional object without roles is not known.
		const isKnown = isRequired || each.hasRoles;
		let value = isGiven ? adapt(each, source.named[name]) : undefined;
		if (value === undefined && (isKnown || "const" in each.schema))
			value = compose(each, source);
		if (isRequired && (value === undefined || value === null))
			value = value === null && hasType(each, "null") ? null : otherwise(each);
		if (value === undefined && "default" in each.schema && !source.otherwise)
			value = each.schema.default;
		if (value === null && !isGiven && !isRequired) continue;
		if (value !== undefined) set(name, value);
	}
	if (field.isOpen)
		for (const [name, value] of Object.entries(source.named))
			if (!Object.hasOwn(object, name)) set(name, value);
	return Object.keys(object).length > 0 ? object : undefined;
}

/** Returns the value of a role, as the field describes it. */
export function adapt(field: Field, value: unknown): unknown {
	const { items } = field;
	if (value instanceof SourceList) {
		if (hasType(field, "integer", "number")) return value.sources.length;
		return value.sources.map((each) => (items ? compose(items, each) : {}));
	}
	const isNumeric = hasType(field, "integer", "number");
	if (typeof value === "string" && isNumeric) return Number(value);
	return typeof value === "number" && hasType(field, "string")
		? String(value)
		: value;
}

/** Returns a value that the field describes; undefined if nothing about it is known. */
export function compose(field: Field, source: Source): unknown {
	if (source.whole?.has(field)) return source.whole.get(field);
	const { role, schema, alternatives } = field;
	if ("const" in schema) return schema.const;
	if (role !== undefined && Object.hasOwn(source.roles, role)) {
		const value = source.roles[role];
		return typeof value === "function" ? value(field) : adapt(field, value);
	}
	const fitting = alternatives.find(({ properties, required }) =>
		properties.every(
			([name, each]) =>
				!required.includes(name) || compose(each, source) !== undefined,
		),
	);
	const chosen = fitting ?? alternatives[0];
	return field.properties.length === 0 && chosen && !field.isOpen
		? compose(chosen, source)
		: composeObject(field, source);
}

const FORMATS: Readonly<Record<string, string>> = {
	"date-time": "2026-01-01T00:00:00.000Z",
	date: "2026-01-01",
	email: "user@example.com",
	uri: "https://example.com/",
	"uri-reference": "about:blank",
	uuid: "00000000-0000-4000-8000-000000000000",
};

/** Returns the simplest value that the field describes: as the document gives it, or the smallest of its type. */
export function sample(field: Field): unknown {
	const { schema, alternatives, items } = field;
	for (const keyword of ["const", "default", "example"])
		if (keyword in schema) return schema[keyword];
	const [first] = [schema.examples ?? schema.enum ?? []].flat();
	if (first !== undefined) return first;
	if (hasType(field, "null")) return null;
	if (alternatives[0] && field.properties.length === 0)
		return sample(alternatives[0]);
	if (hasType(field, "integer", "number")) return schema.minimum ?? 0;
	if (hasType(field, "boolean")) return false;
	if (hasType(field, "array"))
		return Array.from({ length: Number(schema.minItems ?? 0) }, () =>
			items ? sample(items) : null,
		);
	if (hasType(field, "string"))
		return (
			FORMATS[String(schema.format)] ??
			"text".padEnd(Number(schema.minLength ?? 0), "x")
		);
	return composeObject(field, { roles: {}, named: {} }) ?? {};
}
