import type { Shape } from "./model.ts";
import { entries, isNode, type Node } from "./node.ts";
import type { DocumentParts } from "./read-operations.ts";

const isShape = (keyword: string): boolean =>
	!keyword.startsWith("x-") && !["description", "example"].includes(keyword);

/** Resolves every `$ref`, merges `allOf`, and keeps only what describes the form of a value. */
export function toShape(
	document: DocumentParts,
	schema: Node,
	path: readonly string[] = [],
): Shape {
	const { $ref } = schema;
	// A recursive schema ends where it refers to itself: any value has this shape.
	if (typeof $ref === "string" && path.includes($ref)) return {};
	const below = typeof $ref === "string" ? [...path, $ref] : path;
	const { allOf, properties, ...own } = document.resolve(schema);
	const read = (node: Node): Node => ({ ...toShape(document, node, below) });
	const parts = Array.isArray(allOf) ? allOf.filter(isNode).map(read) : [];
	const shape: Record<string, unknown> = Object.fromEntries(
		Object.entries(own)
			.filter(([keyword]) => isShape(keyword))
			.map(([keyword, value]) => [
				keyword,
				Array.isArray(value)
					? value.map((each) => (isNode(each) ? read(each) : each))
					: isNode(value)
						? read(value)
						: value,
			]),
	);
	if (isNode(properties))
		shape.properties = Object.fromEntries(
			entries(properties).map(([name, each]) => [name, read(each)]),
		);
	if (parts.length === 0) return shape;
	const all = [shape, ...parts];
	return {
		...Object.assign({}, ...all),
		properties: Object.assign({}, ...all.map((part) => part.properties)),
		required: all.flatMap(({ required }) =>
			Array.isArray(required) ? required : [],
		),
	};
}
