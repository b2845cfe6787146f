import {
	isCollection,
	isMap,
	isPair,
	isSeq,
	type YAMLMap,
	type YAMLSeq,
} from "yaml";
import {
	columnOf,
	endOf,
	formatBlock,
	formatFlow,
	formatItem,
	formatScalar,
	lineEnd,
	lineStart,
	type Style,
	splice,
	startOf,
} from "./yaml-text.ts";

type Collection = YAMLMap | YAMLSeq;

export const isFlow = (node: unknown): boolean =>
	isCollection(node) && node.flow === true;

const firstOf = (item: unknown): number =>
	startOf(isPair(item) ? item.key : item);

const lastOf = (text: string, item: unknown): number => {
	if (!isPair(item)) return endOf(text, item);
	return Math.max(endOf(text, item.value), endOf(text, item.key));
};

/** Adds an item after the last one. */
export function addItem(
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

/** Removes an item, and the line or the comma that it leaves. */
export function removeItem(
	text: string,
	owner: Collection,
	index: number,
): string {
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
	// The first key of an object in a list stands behind its dash.
	if (isMap(owner) && before.includes("-") && next !== undefined)
		return splice(text, start, firstOf(next), "");
	return splice(
		text,
		lineStart(text, start),
		lineEnd(text, lastOf(text, item)) + 1,
		"",
	);
}
