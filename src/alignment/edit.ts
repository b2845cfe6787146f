import { isDeepStrictEqual } from "node:util";
import { DocumentError, isNode, type Node } from "../document/node.ts";
import {
	escapeSegment,
	isObject,
	parsePointer,
	valueAt,
	withValueAt,
} from "../values/json.ts";

/** An edit of a document. Edits apply one after the other, each to the result of the previous ones. */
export type DocumentEdit = {
	/** A JSON pointer. If the last segment is `-`, the edit appends to an array. */
	readonly pointer: string;
} & (
	| {
			readonly value: unknown;
			/** The path of the old value inside the new value, so that its comments and its style are kept. */
			readonly keep?: readonly string[];
	  }
	| { readonly remove: true }
	| { readonly rename: string }
);

/** A change of the element at a pointer. Other changes of the same round may have changed elements below it. */
export interface Change {
	readonly pointer: string;
	/** Returns the edits of the element, with pointers relative to the element. */
	edit(before: unknown): readonly DocumentEdit[];
}

export const joinPointer = (...segments: readonly string[]): string =>
	segments.map((each) => `/${escapeSegment(each)}`).join("");

/** Returns the pointer of the enclosing element, and the name in it. */
export function splitPointer(
	pointer: string,
): readonly [parent: string, name: string] {
	const segments = parsePointer(pointer);
	return [joinPointer(...segments.slice(0, -1)), segments.at(-1) ?? ""];
}

export const elementAt = (root: unknown, pointer: string): unknown =>
	valueAt(root, ...parsePointer(pointer));

const renameKey = (object: Node, from: string, to: string): Node =>
	Object.fromEntries(
		Object.entries(object).map(([name, each]) => [
			name === from ? to : name,
			each,
		]),
	);

function editChild(parent: unknown, name: string, edit: DocumentEdit): unknown {
	if (Array.isArray(parent)) {
		const index = name === "-" ? parent.length : Number(name);
		return "value" in edit
			? parent.with(index === parent.length ? 0 : index, edit.value)
			: parent.toSpliced(index, 1);
	}
	if (!isNode(parent)) return parent;
	if ("rename" in edit) {
		if (edit.rename !== name && edit.rename in parent)
			throw new DocumentError(`${edit.rename} would stand there twice`);
		return renameKey(parent, name, edit.rename);
	}
	if ("value" in edit) return { ...parent, [name]: edit.value };
	const { [name]: _, ...others } = parent;
	return others;
}

/**
 * Returns the document with the edit. What the edit does not touch stays the same object.
 * @throws DocumentError if a rename has the name of another element
 */
export function applyEdit(root: Node, edit: DocumentEdit): Node {
	const apply = (at: unknown, [name, ...path]: readonly string[]): unknown => {
		if (name === undefined) return "value" in edit ? edit.value : at;
		if (path.length === 0)
			return name === "-" && Array.isArray(at) && "value" in edit
				? [...at, edit.value]
				: editChild(at, name, edit);
		if (Array.isArray(at))
			return at.with(Number(name), apply(at[Number(name)], path));
		// An element below which nothing is must not be added as undefined.
		return isObject(at) && name in at
			? { ...at, [name]: apply(at[name], path) }
			: at;
	};
	return Object(apply(root, parsePointer(edit.pointer)));
}

const depthOf = ({ pointer }: Change): number => parsePointer(pointer).length;

/**
 * Sorts deeper elements first, and later items before earlier ones, so that the pointers of the other changes stay
 * valid.
 */
function compareChanges(one: Change, other: Change): number {
	const depth = depthOf(other) - depthOf(one);
	if (depth !== 0) return depth;
	const [a, b] = [splitPointer(one.pointer), splitPointer(other.pointer)];
	return a[0] === b[0] ? Number(b[1]) - Number(a[1]) || 0 : 0;
}

/** Another change may have removed or renamed the element. Then there are no edits. */
const editExisting = (edit: Change["edit"], before: unknown) =>
	before === undefined ? [] : edit(before);

/**
 * Applies changes, whose pointers refer to the document before all changes. Returns their edits in the order of
 * application.
 */
export function applyChanges(
	root: Node,
	changes: readonly Change[],
): { readonly root: Node; readonly edits: readonly DocumentEdit[] } {
	let edited = root;
	const edits: DocumentEdit[] = [];
	for (const { pointer, edit } of changes.toSorted(compareChanges))
		for (const each of editExisting(edit, elementAt(edited, pointer))) {
			const absolute = { ...each, pointer: pointer + each.pointer };
			// Several places may share an element.
			const known = elementAt(edited, absolute.pointer);
			const isSame =
				"value" in absolute
					? isDeepStrictEqual(absolute.value, known)
					: "rename" in absolute &&
						splitPointer(absolute.pointer)[1] === absolute.rename;
			if (isSame) continue;
			edits.push(absolute);
			edited = applyEdit(edited, absolute);
		}
	return { root: edited, edits };
}

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

/** Sets a keyword of an element. Undefined removes it. */
export const setKeyword = (
	pointer: string,
	keyword: string,
	value: unknown,
): Change =>
	value === undefined
		? removeKeywords(pointer, keyword)
		: setAt(pointer, value, joinPointer(keyword));

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
