import { isDeepStrictEqual } from "node:util";
import { isNode, type Node } from "../document/node.ts";
import { type Change, type DocumentEdit, joinPointer } from "./edit.ts";

export const propertiesOf = (schema: Node): Node =>
	isNode(schema.properties) ? schema.properties : {};

/** Returns what two schemas have in common. */
function intersect(one: unknown, other: unknown): unknown {
	if (!isNode(one) || !isNode(other)) return one;
	return Object.fromEntries(
		Object.entries(one).flatMap(([name, each]) => {
			if (isDeepStrictEqual(each, other[name])) return [[name, each]];
			return isNode(each) && isNode(other[name])
				? [[name, intersect(each, other[name])]]
				: [];
		}),
	);
}

/**
 * Makes one of alternatives that have the same properties after a change.
 * @param owner the pointer of one of them
 */
export function joinAlternatives(owner = ""): Change[] {
	const [, pointer] = /^(.*)\/(anyOf|oneOf)\/\d+$/.exec(owner) ?? [];
	if (pointer === undefined) return [];
	return [
		{
			pointer,
			edit(before) {
				const { anyOf, oneOf, ...beside } = Object(before);
				const all: readonly unknown[] = anyOf ?? oneOf ?? [];
				const names = new Set(
					all.map((each) =>
						Object.keys(propertiesOf(Object(each)))
							.toSorted()
							.join(),
					),
				);
				return names.size === 1 && all.length > 1
					? [
							{
								pointer: "",
								value: { ...beside, ...Object(all.reduce(intersect)) },
							},
						]
					: [];
			},
		},
	];
}

/** Returns the edits that replace one name in `required` by these names. */
export function editRequired(
	owner: unknown,
	name: string,
	names: readonly string[],
): DocumentEdit[] {
	const required = isNode(owner) ? owner.required : undefined;
	if (!Array.isArray(required) || !required.includes(name)) return [];
	const index = required.indexOf(name);
	const [first, ...others] = names.filter((each) => !required.includes(each));
	if (first === undefined)
		return required.length === 1
			? [{ pointer: "/required", remove: true }]
			: [{ pointer: `/required/${index}`, remove: true }];
	return [
		{ pointer: `/required/${index}`, value: first },
		...others.map((each) => ({ pointer: "/required/-", value: each })),
	];
}

/** Returns a schema of objects around a schema. */
export const wrapIn = (
	names: readonly string[],
	inner: unknown,
	isRequired = true,
): unknown =>
	names.reduceRight<unknown>(
		(schema, name) => ({
			...{ type: "object", ...(isRequired && { required: [name] }) },
			properties: { [name]: schema },
		}),
		inner,
	);

/** Returns the edit after which objects must have a property. */
export function addRequired(owner: unknown, name: string): DocumentEdit[] {
	const { required } = Object(owner);
	if ([required].flat().includes(name)) return [];
	return [
		Array.isArray(required)
			? { pointer: "/required/-", value: name }
			: { pointer: "/required", value: [name] },
	];
}

/** Returns the edits that add a property inside objects, some of which the schema has already. */
export function insertWithin(
	owner: Node,
	[name = "", ...inner]: readonly string[],
	value: unknown,
	isRequired: boolean,
): DocumentEdit[] {
	const pointer = joinPointer("properties", name);
	const known = propertiesOf(owner)[name];
	if (isNode(known) && inner.length > 0)
		return insertWithin(known, inner, value, isRequired).map((each) => ({
			...each,
			pointer: pointer + each.pointer,
		}));
	return [
		{ pointer, value: wrapIn(inner, value, isRequired) },
		...(isRequired ? addRequired(owner, name) : []),
	];
}

export const pathOf = (names: readonly string[]): string[] =>
	names.flatMap((name) => ["properties", name]);
