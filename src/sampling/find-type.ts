import type { Node } from "../document/node.ts";

const KINDS: readonly (readonly [type: string, keyword: RegExp])[] = [
	["object", /^(properties|additionalProperties|required|minProperties)$/],
	["array", /^(items|prefixItems|minItems|maxItems)$/],
	["string", /^(pattern|format|minLength|maxLength)$/],
	["number", /^(minimum|maximum|exclusiveM.*|multipleOf)$/],
];

/**
 * Returns the type for the values of a schema. If it names no type, its keywords determine the type. Null is the last
 * choice.
 */
export function findType(schema: Node): string | undefined {
	const types = [schema.type ?? []].flat().map(String);
	const [first] = [...types.filter((each) => each !== "null"), ...types];
	if (first !== undefined) return first;
	const keywords = Object.keys(schema);
	return KINDS.find(([, keyword]) =>
		keywords.some((each) => keyword.test(each)),
	)?.[0];
}

export const isNullable = ({ type }: Node): boolean =>
	[type].flat().includes("null");
