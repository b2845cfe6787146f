import { isNode } from "../document/node.ts";
import { type Change, joinPointer } from "./edit.ts";

/** @param path of the value, relative to the pointer; defaults to the element itself */
export const setAt = (pointer: string, value: unknown, path = ""): Change => ({
	pointer,
	edit: () => [{ pointer: path, value }],
});

export const renameAt = (pointer: string, rename: string): Change => ({
	pointer,
	edit: () => [{ pointer: "", rename }],
});

export const removeAt = (pointer: string): Change => ({
	pointer,
	edit: () => [{ pointer: "", remove: true }],
});

/** Removes a name from a map, and the map if nothing else is in it. */
export const removeFrom = (
	owner: string,
	map: string,
	name: string,
): Change => ({
	pointer: owner,
	edit(before) {
		const names = isNode(before) && isNode(before[map]) ? before[map] : {};
		if (!(name in names)) return [];
		return Object.keys(names).length === 1
			? [{ pointer: joinPointer(map), remove: true }]
			: [{ pointer: joinPointer(map, name), remove: true }];
	},
});

/** Removes keywords that the element has. */
export const removeKeywords = (
	pointer: string,
	...keywords: readonly string[]
): Change => ({
	pointer,
	edit: (before) =>
		keywords
			.filter((each) => isNode(before) && each in before)
			.map((each) => ({ pointer: joinPointer(each), remove: true })),
});
