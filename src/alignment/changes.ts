import { isNode } from "../document/node.ts";
import { valueAt, withValueAt } from "../values/json.ts";
import { type Change, type DocumentEdit, joinPointer } from "./edit.ts";

const editAt = (pointer: string, edit: DocumentEdit): Change => ({
	pointer,
	edit: () => [edit],
});

/** @param path of the value, relative to the pointer; defaults to the element itself */
export const setAt = (pointer: string, value: unknown, path = ""): Change =>
	editAt(pointer, { pointer: path, value });

export const renameAt = (pointer: string, rename: string): Change =>
	editAt(pointer, { pointer: "", rename });

export const removeAt = (pointer: string): Change =>
	editAt(pointer, { pointer: "", remove: true });

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

/** Sets a value below an element, in objects that may not exist yet. */
export const insertAt = (
	pointer: string,
	path: readonly string[],
	value: unknown,
): Change => ({
	pointer,
	edit(before) {
		const missing = path.findIndex(
			(_, index) => !isNode(valueAt(before, ...path.slice(0, index + 1))),
		);
		const end = missing === -1 ? path.length : missing + 1;
		const inner = withValueAt(undefined, path.slice(end), value);
		return [{ pointer: joinPointer(...path.slice(0, end)), value: inner }];
	},
});
