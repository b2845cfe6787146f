import { dirname, relative } from "node:path";
import { isNode, type Node } from "../document/node.ts";
import { isObject, parsePointer } from "../values/json.ts";
import {
	type DocumentEdit,
	elementAt,
	joinPointer,
	splitPointer,
} from "./edit.ts";
import { editText } from "./edit-text.ts";

/** The texts of the files of a document, by path. */
export type Texts = ReadonlyMap<string, string>;

/** Returns the file that contains an element of the bundled document, and the pointer in this file. */
function locate(
	pointer: string,
	document: string,
): readonly [file: string, pointer: string] {
	const [first, file, ...rest] = parsePointer(pointer);
	return first === "bundled" && file !== undefined
		? [file, joinPointer(...rest)]
		: [document, pointer];
}

/** Converts a reference of the bundled document to the form in its file. */
function toReference(
	reference: string,
	from: string,
	document: string,
): string {
	const [file, pointer] = locate(reference.replace(/^#/, ""), document);
	return `${file === from ? "" : relative(dirname(from), file)}#${pointer}`;
}

/**
 * Converts a value of the bundled document to the form in its file: with the references and the OpenAPI version of
 * the file.
 */
function toSource(
	value: unknown,
	from: string,
	document: string,
	is30: boolean,
): unknown {
	if (Array.isArray(value))
		return value.map((each) => toSource(each, from, document, is30));
	if (!isObject(value)) return value;
	const written = Object.entries(value).flatMap(
		([name, each]): [string, unknown][] => {
			if (name === "$ref" && typeof each === "string")
				return [[name, toReference(each, from, document)]];
			const found = toSource(each, from, document, is30);
			return is30 ? toKeywords30(name, found) : [[name, found]];
		},
	);
	return Object.fromEntries(written);
}

/** Converts a keyword to OpenAPI 3.0, which has no constants, a single type, and a separate keyword for null. */
function toKeywords30(name: string, types: unknown): [string, unknown][] {
	if (name === "const") return [["enum", [types]]];
	if (name !== "type" || !Array.isArray(types)) return [[name, types]];
	const [type, ...others] = types.filter((each) => each !== "null");
	return [
		...(others.length === 0
			? [["type", type] satisfies [string, unknown]]
			: []),
		...(types.includes("null")
			? [["nullable", true] satisfies [string, unknown]]
			: []),
	];
}

/** Converts an edit of a keyword to OpenAPI 3.0. */
function toVersion30(root: Node, edit: DocumentEdit): DocumentEdit[] {
	const [parent, name] = splitPointer(edit.pointer);
	const schema = elementAt(root, parent);
	if (!("value" in edit) || !isNode(schema)) return [edit];
	if (!["const", "type"].includes(name)) return [edit];
	const isSingle = name === "type" && !Array.isArray(edit.value);
	return [
		...toKeywords30(name, edit.value).map(([keyword, value]) => ({
			...{ pointer: parent + joinPointer(keyword), value },
		})),
		...(isSingle && "nullable" in schema
			? [{ pointer: `${parent}/nullable`, remove: true } as const]
			: []),
	];
}

/**
 * Returns the texts of a document after edits of the bundled document.
 * @param document the path of the document itself
 */
export function editFiles(
	texts: Texts,
	document: string,
	root: Node,
	edits: readonly DocumentEdit[],
): Texts {
	const is30 = /^["']?openapi["']?:\s*["']?3\.0/m.test(
		texts.get(document) ?? "",
	);
	const byFile = new Map<string, DocumentEdit[]>();
	for (const each of edits.flatMap((edit) =>
		is30 ? toVersion30(root, edit) : [edit],
	)) {
		const [file, pointer] = locate(each.pointer, document);
		const known = byFile.get(file) ?? [];
		const value = "value" in each && {
			value: toSource(each.value, file, document, is30),
		};
		known.push({ ...each, pointer, ...value });
		byFile.set(file, known);
	}
	return new Map(
		[...texts].map(([file, text]) => [
			file,
			editText(text, byFile.get(file) ?? []),
		]),
	);
}
