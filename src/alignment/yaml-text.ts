import {
	isCollection,
	isNode,
	isScalar,
	type Node,
	Scalar,
	stringify,
} from "yaml";
import { isObject } from "../values/json.ts";

export const startOf = (node: unknown): number =>
	isNode(node) ? (node.range?.[0] ?? 0) : 0;

/** Returns the end of a node, without the following empty lines and comments. */
export const endOf = (text: string, node: unknown): number => {
	const end = isNode(node) ? (node.range?.[1] ?? 0) : 0;
	return text.slice(0, end).trimEnd().length;
};

export const lineStart = (text: string, at: number): number =>
	text.lastIndexOf("\n", at - 1) + 1;

export const lineEnd = (text: string, at: number): number => {
	const end = text.indexOf("\n", at);
	return end === -1 ? text.length : end;
};

export const columnOf = (text: string, at: number): number =>
	at - lineStart(text, at);

export const splice = (
	text: string,
	from: number,
	to: number,
	inserted: string,
): string => text.slice(0, from) + inserted + text.slice(to);

/** The style of a document. */
export interface Style {
	/** The number of columns of one indentation. */
	readonly step: number;
	/** Whether lists of words are written on one line. */
	readonly hasFlowLists: boolean;
}

export const readStyle = (text: string): Style => ({
	step: /^\S.*:[ \t]*\n( +)\S/m.exec(text)?.[1]?.length ?? 2,
	hasFlowLists:
		/^\s*(required|tags): \[/m.test(text) ||
		!/^\s*required:\s*\n\s*- /m.test(text),
});

export const formatScalar = (value: unknown): string =>
	typeof value === "string" && /[\n\r]/.test(value)
		? JSON.stringify(value)
		: stringify(value, { lineWidth: 0 }).trimEnd();

export function formatFlow(value: unknown): string {
	if (Array.isArray(value)) return `[${value.map(formatFlow).join(", ")}]`;
	if (!isObject(value))
		return typeof value === "string" && /[,[\]{}]/.test(value)
			? JSON.stringify(value)
			: formatScalar(value);
	const pairs = Object.entries(value).map(
		([name, each]) => `${formatScalar(name)}: ${formatFlow(each)}`,
	);
	return pairs.length > 0 ? `{ ${pairs.join(", ")} }` : "{}";
}

/** Returns the text after `key:`, with the space or line break before it. */
export function formatBlock(
	value: unknown,
	column: number,
	style: Style,
): string {
	const indent = " ".repeat(column + style.step);
	if (isObject(value) && Object.keys(value).length > 0)
		return Object.entries(value)
			.map(
				([name, each]) =>
					`\n${indent}${formatScalar(name)}:${formatBlock(each, column + style.step, style)}`,
			)
			.join("");
	if (!Array.isArray(value) || value.length === 0)
		return ` ${isObject(value) || Array.isArray(value) ? formatFlow(value) : formatScalar(value)}`;
	if (style.hasFlowLists && value.every((each) => typeof each !== "object"))
		return ` ${formatFlow(value)}`;
	return value
		.map(
			(each) => `\n${indent}- ${formatItem(each, column + style.step, style)}`,
		)
		.join("");
}

/** Returns the text of an item after its dash. */
export const formatItem = (
	value: unknown,
	column: number,
	style: Style,
): string =>
	formatBlock(value, column, { ...style, step: 2 }).replace(/^\n? */, "");

/** Returns the text of a node, moved to another column. */
export function moveText(text: string, node: unknown, column: number): string {
	const start = startOf(node);
	const block = text.slice(start, endOf(text, node));
	const isBlock = isCollection(node) && node.flow !== true;
	if (!isBlock) return ` ${block}`;
	const shift = column - columnOf(text, start);
	const lines = block.split("\n").map((line, index) => {
		if (index === 0) return " ".repeat(column) + line;
		return shift > 0
			? line === ""
				? ""
				: " ".repeat(shift) + line
			: line.slice(-shift);
	});
	return `\n${lines.join("\n")}`;
}

export const withSameQuotes = (before: Node, value: string): string => {
	if (!isScalar(before)) return formatScalar(value);
	if (before.type === Scalar.QUOTE_DOUBLE) return JSON.stringify(value);
	if (before.type === Scalar.QUOTE_SINGLE)
		return `'${value.replaceAll("'", "''")}'`;
	return typeof before.value === "number" ? value : formatScalar(value);
};
