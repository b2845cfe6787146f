import { findNodeAtLocation, parseTree } from "jsonc-parser";
import { parsePointer } from "../../../values/json-pointer.ts";

/** A part of a text. */
export interface Range {
	readonly start: number;
	readonly end: number;
}

/**
 * Returns where the value at a JSON pointer is in a JSON text. If the value does not exist, returns the start of the
 * innermost value that should contain it.
 */
export function findPointer(text: string, pointer: string): Range {
	let node = parseTree(text);
	for (const part of parsePointer(pointer)) {
		const found =
			node &&
			findNodeAtLocation(node, [node.type === "array" ? Number(part) : part]);
		if (!found)
			return { start: node?.offset ?? 0, end: (node?.offset ?? 0) + 1 };
		node = found;
	}
	return node
		? { start: node.offset, end: node.offset + node.length }
		: { start: 0, end: 0 };
}
