import { isObject } from "../values/json.ts";
import { FOREIGN, MAPS, VALUES } from "./bundle.ts";
import { findTarget, isNode, type Node, rejectReference } from "./node.ts";

/** Keywords whose values are objects of OpenAPI, for which it allows no `$ref`. */
const PARTS =
	/^(info|servers|security|paths|components|content|get|put|post|delete|options|head|patch|trace)$/;

/**
 * Puts targets in the place of each `$ref` that stands where OpenAPI allows none: instead of an operation, of
 * `components`, or of a map such as `responses`. Documents of several files have them, and other tools follow them.
 * @throws DocumentError if a target does not exist, or contains the reference
 */
export function placeReferences(root: Node): Node {
	function findPart(node: Node, before: readonly string[]): unknown {
		const { $ref, ...beside } = node;
		if (typeof $ref !== "string") return node;
		if (before.includes($ref)) rejectReference($ref, "leads back to it");
		const target = findTarget(root, $ref);
		if (target === undefined) rejectReference($ref, "does not exist");
		return isNode(target)
			? { ...Object(findPart(target, [...before, $ref])), ...beside }
			: target;
	}

	function place(
		value: unknown,
		isMap: boolean,
		before: readonly string[],
	): unknown {
		if (Array.isArray(value))
			return value.map((each) => place(each, false, before));
		if (!isObject(value)) return value;
		return Object.fromEntries(
			Object.entries(value).map(([name, each]) => {
				if (!isMap && (VALUES.test(name) || FOREIGN.test(name)))
					return [name, each];
				const holdsNames = !isMap && MAPS.test(name);
				const isPart = holdsNames || (!isMap && PARTS.test(name));
				if (!isPart || !isNode(each) || typeof each.$ref !== "string")
					return [name, place(each, holdsNames, before)];
				const part = findPart(each, before);
				return [name, place(part, holdsNames, [...before, each.$ref])];
			}),
		);
	}
	return { ...root, ...Object(place(root, false, [])) };
}
