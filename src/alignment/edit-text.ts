import { isDeepStrictEqual } from "node:util";
import { diffArrays } from "diff";
import {
	type Document,
	isAlias,
	isCollection,
	isMap,
	isNode,
	isScalar,
	isSeq,
	type Node,
	parse,
	parseDocument,
	type Scalar,
	visit,
} from "yaml";
import { attempt } from "../values/errors.ts";
import { isObject, parsePointer, tryParseJson } from "../values/json.ts";
import { uniqueWord } from "../values/unique-word.ts";
import {
	applyEdit,
	type DocumentEdit,
	elementAt,
	joinPointer,
} from "./edit.ts";

/** If more lines than these differ by style, all lines get the other style: comparing them takes too long. */
const MAX_OTHER = 5_000;

const withoutSpaces = (line: string): string =>
	line.trim().replaceAll(/\s+/g, " ");

const indentOf = (line = ""): number => line.length - line.trimStart().length;

/** Returns the line with its indentation changed by a number of columns. */
const shift = (line: string, columns: number): string =>
	columns < 0
		? line.slice(Math.min(-columns, indentOf(line)))
		: " ".repeat(line === "" ? 0 : columns) + line;

/** Returns for each line, and for the end, whether it stays, and the lines that are added before it. */
function listChanges(before: string[], after: string[]) {
	const changes = [...before, ""].map(() => ({
		...{ stays: true, added: [] as string[] },
	}));
	let at = 0;
	for (const { added, removed, value } of diffArrays(before, after))
		if (added) changes[at]?.added.push(...value);
		else
			for (const _ of value) {
				const change = changes[at++];
				if (change) change.stays = !removed;
			}
	return changes;
}

/**
 * Applies the changes between two texts to a third one, which is the first of them in another style. Lines that do not
 * change stay as they are, unless very many lines have another style.
 */
function mergeLines(text: string, before: string, after: string): string {
	const own = text.split("\n");
	const old = before.split("\n");
	const changes = listChanges(old, after.split("\n"));
	const merged: string[] = [];
	let [left, right, columns] = [0, 0, 0];
	const add = () => {
		for (const each of changes[right]?.added ?? [])
			merged.push(shift(each, columns));
	};
	/** Merges lines of the text with the lines that stand for them in its other style. */
	const mergeBlock = (count: number, others: number) => {
		const found = changes.slice(right, right + others);
		const isChanged = found.some(
			({ stays, added }, index) => !stays || (index > 0 && added.length > 0),
		);
		if (!isChanged) {
			add();
			merged.push(...own.slice(left, left + count));
			right += others;
		} else
			for (let index = 0; index < others; index++, right++) {
				add();
				if (found[index]?.stays) merged.push(shift(old[right] ?? "", columns));
			}
		left += count;
	};
	let [count, others] = [0, 0];
	const chunks = diffArrays(own.map(withoutSpaces), old.map(withoutSpaces), {
		maxEditLength: MAX_OTHER,
	});
	if (!chunks) return after;
	for (const { added, removed, value } of chunks)
		if (added) others += value.length;
		else if (removed) count += value.length;
		else {
			mergeBlock(count, others);
			[count, others] = [0, 0];
			for (const _ of value) {
				const next = indentOf(own[left]) - indentOf(old[right]);
				mergeBlock(1, 1);
				columns = next;
			}
		}
	mergeBlock(count, others);
	add();
	return merged.join("\n");
}

/** Texts that YAML 1.1 reads as another type, such as a time, are written in quotes. */
const OPTIONS = {
	merge: true,
	compat: "yaml-1.1",
	logLevel: "error",
} as const;

/** Returns the key or index of a name in a collection; undefined if there is none. */
function findKey(owner: unknown, name: string): unknown {
	if (isSeq(owner))
		return Number(name) in owner.items ? Number(name) : undefined;
	return isMap(owner)
		? owner.items.find(({ key }) => String(key) === name)?.key
		: undefined;
}

/** Replaces the aliases of an anchor by copies, so that an edit of the anchored node changes no other place. */
function detach(document: Document, node: Node): void {
	const anchor = "anchor" in node ? node.anchor : undefined;
	if (anchor === undefined) return;
	visit(document, {
		Alias(_, alias) {
			if (alias.source !== anchor) return undefined;
			const copied = alias.resolve(document)?.clone();
			if (isNode(copied)) delete copied.anchor;
			return isNode(copied) ? copied : undefined;
		},
	});
}

function find(document: Document, path: readonly string[]): unknown {
	return path.reduce<unknown>((at, name) => {
		const get = () =>
			isCollection(at) ? at.get(findKey(at, name), true) : undefined;
		const found = get();
		const shared = isAlias(found) ? found.resolve(document) : found;
		if (isNode(shared)) detach(document, shared);
		return get();
	}, document.contents);
}

/** Returns the node of a value, with lists of words on one line if the document writes them so. */
function createNode(document: Document, value: unknown, text: string): Node {
	const node = document.createNode(value);
	const hasFlowLists =
		/^\s*(required|tags): \[/m.test(text) ||
		!/^\s*required:\s*\n\s*- /m.test(text);
	visit(node, {
		Seq(_, list) {
			list.flow ||= hasFlowLists && list.items.every(isScalar);
		},
	});
	return node;
}

/** Changes a scalar, so that it keeps its comment and its quotes. */
function changeScalar(scalar: Scalar, value: unknown): void {
	const isKept = typeof value === "string" && typeof scalar.value === "string";
	if (!isKept) delete scalar.type;
	delete scalar.source;
	scalar.value = value;
}

function editNode(document: Document, edit: DocumentEdit, text: string): void {
	const path = parsePointer(edit.pointer);
	const name = path.at(-1) ?? "";
	const owner = find(document, path.slice(0, -1));
	const key = findKey(owner, name);
	if (!isCollection(owner)) return;
	if ("rename" in edit) {
		if (isScalar(key))
			changeScalar(
				key,
				typeof key.value === "number" && /^\d+$/.test(edit.rename)
					? Number(edit.rename)
					: edit.rename,
			);
		return;
	}
	const before = owner.get(key, true);
	if (isNode(before))
		visit(before, (_, node) => {
			if (isNode(node)) detach(document, node);
		});
	if ("remove" in edit) {
		owner.delete(key);
		return;
	}
	const isPlain = typeof edit.value !== "object" || edit.value === null;
	if (isScalar(before) && isPlain) {
		changeScalar(before, edit.value);
		return;
	}
	const node = createNode(document, edit.value, text);
	if (edit.keep && isCollection(node)) node.setIn(edit.keep, before);
	if (isSeq(owner) && key === undefined) owner.add(node);
	else owner.set(key ?? name, node);
}

/** Edits the lines that change. If the result is invalid, writes the whole text in the style of the YAML library. */
function editYaml(text: string, edits: readonly DocumentEdit[]): string {
	const document = parseDocument(text, OPTIONS);
	const write = (): string =>
		document
			.toString({
				lineWidth: 0,
				indent: /^\S.*:[ \t]*\n( +)\S/m.exec(text)?.[1]?.length ?? 2,
				indentSeq: !/^( *)[^\s-].*:[ \t]*\n\1- /m.test(text),
			})
			// The library writes spaces in all brackets or none, but people in braces only.
			.replaceAll(/\[ ([^[\]\n]*) \]/g, "[$1]");
	const before = write();
	for (const edit of edits) editNode(document, edit, text);
	const after = write();
	const merged = mergeLines(text, before, after);
	const isRight = isDeepStrictEqual(
		attempt(() => parse(merged, OPTIONS)),
		edits.reduce(applyEdit, Object(parse(text, OPTIONS))),
	);
	return isRight ? merged : document.toString({ lineWidth: 0 });
}

const JSON_TOKEN = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;

/** The comma at the end of a line of JSON. A line has it if another item follows. */
const COMMA = /,(?=[ \t]*$)/gm;
const NO_COMMA = /(?<=[^\s[{:,])(?=[ \t]*\n\s*[^\s\]}:,])/g;

/** Edits the lines that change. If the result is invalid, writes the whole text with the same indentation. */
function editJson(text: string, edits: readonly DocumentEdit[]): string {
	const mark = uniqueWord();
	// Otherwise, `1.0` and numbers of more than 53 bits would change.
	const marked = text.replaceAll(JSON_TOKEN, (token) =>
		token.startsWith('"') || String(Number(token)) === token
			? token
			: `"${mark}${token}"`,
	);
	const unmark = new RegExp(`"${mark}([^"]*)"`, "g");
	const indent = /^[[{]\s*\n([ \t]+)/.exec(text)?.[1] ?? "";
	const write = (json: unknown): string =>
		JSON.stringify(json, null, indent).replaceAll(unmark, "$1");
	const json = Object(JSON.parse(marked));
	const edited = edits.reduce((before, edit) => {
		const after = applyEdit(before, edit);
		const { keep } = "value" in edit ? edit : {};
		if (!keep) return after;
		const pointer = edit.pointer + joinPointer(...keep);
		const value = elementAt(before, edit.pointer);
		return applyEdit(after, { pointer, value });
	}, json);
	const [own, ...others] = [text.trimEnd(), write(json), write(edited)].map(
		(each) => each.replaceAll(COMMA, ""),
	);
	const [before = "", after = ""] = others;
	const merged = mergeLines(own ?? "", before, after).replaceAll(NO_COMMA, ",");
	const isRight = isDeepStrictEqual(
		tryParseJson(merged),
		tryParseJson(write(edited)),
	);
	return (isRight ? merged : write(edited)) + text.slice(text.trimEnd().length);
}

/** Returns the text of a document with edits. All other lines keep their comments, style and line breaks. */
export function editText(text: string, edits: readonly DocumentEdit[]): string {
	if (edits.length === 0) return text;
	if (!/(?<!\r)\n/.test(text) && text.includes("\n"))
		return editText(text.replaceAll("\r\n", "\n"), edits).replaceAll(
			"\n",
			"\r\n",
		);
	return isObject(tryParseJson(text))
		? editJson(text, edits)
		: editYaml(text, edits);
}
