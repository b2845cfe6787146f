import { isDeepStrictEqual } from "node:util";
import {
	type Document,
	isAlias,
	isCollection,
	isMap,
	isNode,
	isPair,
	isScalar,
	isSeq,
	type Pair,
	parse,
	parseDocument,
	type YAMLMap,
	type YAMLSeq,
} from "yaml";
import { attempt } from "../values/errors.ts";
import { isObject, parsePointer, tryParseJson } from "../values/json.ts";
import { applyEdit, type DocumentEdit, splitPointer } from "./edit.ts";
import {
	columnOf,
	endOf,
	formatBlock,
	formatFlow,
	formatItem,
	formatScalar,
	lineEnd,
	lineStart,
	moveText,
	readStyle,
	type Style,
	splice,
	startOf,
	withSameQuotes,
} from "./yaml-text.ts";

type Collection = YAMLMap | YAMLSeq;

/** A placeholder for the text of the old value inside the new value. */
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

const isFlow = (node: unknown): boolean =>
	isCollection(node) && node.flow === true;

const firstOf = (item: unknown): number =>
	startOf(isPair(item) ? item.key : item);

const lastOf = (text: string, item: unknown): number => {
	if (!isPair(item)) return endOf(text, item);
	return Math.max(endOf(text, item.value), endOf(text, item.key));
};

/** Adds an item after the last one. */
function addItem(
	text: string,
	owner: Collection,
	name: string,
	value: unknown,
	style: Style,
): string {
	const last: unknown = owner.items.at(-1);
	const end = lastOf(text, last);
	if (isFlow(owner)) {
		const item = isSeq(owner)
			? formatFlow(value)
			: `${formatScalar(name)}: ${formatFlow(value)}`;
		if (last === undefined)
			return splice(
				text,
				startOf(owner),
				endOf(text, owner),
				isSeq(owner) ? `[${item}]` : `{ ${item} }`,
			);
		const line = text.slice(lineStart(text, firstOf(last)), firstOf(last));
		return splice(
			text,
			end,
			end,
			line.trim() === "" ? `,\n${line}${item}` : `, ${item}`,
		);
	}
	const column = columnOf(text, firstOf(last));
	const at = lineEnd(text, end);
	if (isMap(owner))
		return splice(
			text,
			at,
			at,
			`\n${" ".repeat(column)}${formatScalar(name)}:${formatBlock(value, column, style)}`,
		);
	const dash = Math.max(column - 2, 0);
	return splice(
		text,
		at,
		at,
		`\n${" ".repeat(dash)}- ${formatItem(value, dash, style)}`,
	);
}

function removeItem(text: string, owner: Collection, index: number): string {
	const items: readonly unknown[] = owner.items;
	const [item, next, previous] = [
		items[index],
		items[index + 1],
		items[index - 1],
	];
	if (items.length === 1) {
		const none = isSeq(owner) ? "[]" : "{}";
		const at = text.slice(0, startOf(owner)).trimEnd().length;
		return splice(text, at, endOf(text, owner), ` ${none}`);
	}
	const start = firstOf(item);
	const before = text.slice(lineStart(text, start), start);
	if (isFlow(owner) || before.trim().replace("-", "") !== "")
		return next === undefined
			? splice(text, lastOf(text, previous), lastOf(text, item), "")
			: splice(text, start, firstOf(next), "");
	// The first key of an object in a list follows a dash.
	if (isMap(owner) && before.includes("-") && next !== undefined)
		return splice(text, start, firstOf(next), "");
	return splice(
		text,
		lineStart(text, start),
		lineEnd(text, lastOf(text, item)) + 1,
		"",
	);
}

/** Replaces a value in block or flow style. */
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

function setAt(
	value: unknown,
	[name, ...path]: readonly string[],
	inner: unknown,
): unknown {
	return name === undefined
		? inner
		: { ...Object(value), [name]: setAt(Object(value)[name], path, inner) };
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
	const value = edit.keep ? setAt(edit.value, edit.keep, KEPT) : edit.value;
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
