import { isDeepStrictEqual } from "node:util";
import { isNode, type Node } from "../document/node.ts";
import type { Change } from "./edit.ts";

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
