import { isDeepStrictEqual } from "node:util";
import {
	type Document,
	isAlias,
	isMap,
	isNode,
	isScalar,
	isSeq,
	type Pair,
	parse,
	parseDocument,
} from "yaml";
import { attempt } from "../values/errors.ts";
import {
	isObject,
	parsePointer,
	tryParseJson,
	withValueAt,
} from "../values/json.ts";
import { applyEdit, type DocumentEdit, splitPointer } from "./edit.ts";
import { addItem, isFlow, removeItem } from "./yaml-items.ts";
import {
	columnOf,
	endOf,
	formatBlock,
	formatFlow,
	formatScalar,
	lineStart,
	moveText,
	readStyle,
	type Style,
	splice,
	startOf,
	withSameQuotes,
} from "./yaml-text.ts";

/** Stands for the text of the value before, until it is moved into the new one. */
const KEPT = "__understudy_kept__";

/** Replaces the placeholder by the text of the old value. */
function fillKept(
	rendered: string,
	text: string,
	before: unknown,
	style: Style,
): string {
	const at = rendered.indexOf(` ${KEPT}`);
	if (at === -1) return rendered;
	const line = rendered.slice(lineStart(rendered, at), at);
	const column = line.length - line.trimStart().length + style.step;
	return rendered.replace(` ${KEPT}`, () => moveText(text, before, column));
}

function find(
	document: Document,
	path: readonly string[],
): { readonly node: unknown; readonly pair?: Pair | undefined } {
	let node: unknown = document.contents;
	let pair: Pair | undefined;
	for (const name of path) {
		if (isAlias(node)) node = node.resolve(document);
		pair = isMap(node)
			? node.items.find(
					({ key }) => String(isScalar(key) ? key.value : key) === name,
				)
			: undefined;
		node = isSeq(node) ? node.items[Number(name)] : pair?.value;
	}
	return { node: isAlias(node) ? node.resolve(document) : node, pair };
}

/** Replaces a value in a block or in a flow. */
function replaceValue(
	text: string,
	pair: Pair | undefined,
	before: unknown,
	value: unknown,
	isInFlow: boolean,
	style: Style,
): string {
	const isPlain = typeof value !== "object" || value === null;
	const [start, end] = [startOf(before), endOf(text, before)];
	if (isScalar(before) && isPlain && pair?.value !== null) {
		const kept = typeof value === "string" && typeof before.value === "string";
		return splice(
			text,
			start,
			end,
			kept ? withSameQuotes(before, value) : formatScalar(value),
		);
	}
	if (isInFlow || !pair) return splice(text, start, end, formatFlow(value));
	const key = pair.key;
	const column = columnOf(text, startOf(key));
	const rendered = fillKept(
		formatBlock(value, column, style),
		text,
		before,
		style,
	);
	const colon = text.indexOf(":", isNode(key) ? (key.range?.[1] ?? 0) : 0) + 1;
	return splice(text, colon, Math.max(end, colon), rendered);
}

function spliceYaml(text: string, edit: DocumentEdit): string {
	const document = parseDocument(text, { merge: true });
	const style = readStyle(text);
	const [parent, name] = splitPointer(edit.pointer);
	const { node: owner } = find(document, parsePointer(parent));
	const { node, pair } = find(document, parsePointer(edit.pointer));
	if ("rename" in edit) {
		const key = pair?.key;
		return isNode(key)
			? splice(
					text,
					startOf(key),
					key.range?.[1] ?? 0,
					withSameQuotes(key, edit.rename),
				)
			: text;
	}
	if (!isMap(owner) && !isSeq(owner)) return text;
	if ("remove" in edit) {
		const index = isSeq(owner)
			? Number(name)
			: owner.items.findIndex(({ key }) => key === pair?.key);
		return index < 0 ? text : removeItem(text, owner, index);
	}
	if (node === undefined || node === null)
		return addItem(text, owner, name, edit.value, style);
	const value = edit.keep
		? withValueAt(edit.value, edit.keep, KEPT)
		: edit.value;
	return replaceValue(
		text,
		pair,
		node,
		isFlow(owner) ? edit.value : value,
		isFlow(owner),
		style,
	);
}

/** Returns the text with the edit. The YAML library writes the whole text, in its own style. */
function rewriteYaml(text: string, edit: DocumentEdit): string {
	const document = parseDocument(text);
	const path = parsePointer(edit.pointer);
	const { pair } = find(document, path);
	if ("rename" in edit) {
		if (pair) pair.key = document.createNode(edit.rename);
	} else if ("remove" in edit) document.deleteIn(path);
	else if (path.at(-1) === "-") document.addIn(path.slice(0, -1), edit.value);
	else document.setIn(path, document.createNode(edit.value));
	return document.toString({ lineWidth: 0 });
}

/** Edits the text in place. If the result is invalid, writes the whole text again. */
function editYaml(text: string, edit: DocumentEdit): string {
	const edited = spliceYaml(text, edit);
	const options = { merge: true } as const;
	const isRight = isDeepStrictEqual(
		attempt(() => parse(edited, options)),
		applyEdit(Object(parse(text, options)), edit),
	);
	return isRight ? edited : rewriteYaml(text, edit);
}

/**
 * Returns the text of a document with edits. In YAML, all other lines keep their comments and style. JSON keeps its
 * indentation.
 */
export function editText(text: string, edits: readonly DocumentEdit[]): string {
	const json = tryParseJson(text);
	if (!isObject(json)) return edits.reduce(editYaml, text);
	const edited = edits.reduce(applyEdit, json);
	const indent = /^[[{]\s*\n([ \t]+)/.exec(text)?.[1] ?? "";
	return (
		JSON.stringify(edited, null, indent) + (text.endsWith("\n") ? "\n" : "")
	);
}
