import pc from "picocolors";
import stringWidth from "string-width";
import { plain } from "../../values/plain.ts";

/** Returns the number of terminal columns of the widest text. */
export const findWidth = (texts: readonly string[]): number =>
	Math.max(0, ...texts.map((text) => stringWidth(plain(text))));

const characters = new Intl.Segmenter();

/** Cuts the text to a number of columns. A cut text ends with an ellipsis. */
export function cut(text: string, width: number): string {
	const whole = plain(text);
	if (stringWidth(whole) <= width) return whole;
	let shown = "";
	for (const { segment } of characters.segment(whole)) {
		if (stringWidth(shown + segment) >= width) break;
		shown += segment;
	}
	return `${shown}…`;
}

/** Cuts or pads the text to a number of columns. */
export function column(text: string, width: number): string {
	const shown = cut(text, width);
	// Without a terminal, the width is unlimited.
	return Number.isFinite(width)
		? shown + " ".repeat(Math.max(width - stringWidth(shown), 0))
		: shown;
}

/** A text with an optional color. */
export type Cell =
	| string
	| { readonly text: string; readonly paint: (text: string) => string };

export type Row = readonly Cell[];

const textOf = (cell: Cell): string =>
	plain(typeof cell === "string" ? cell : cell.text);

/**
 * Aligns the cells of all rows in columns. Returns one line for each row. Cells are not cut, so that their text can
 * be searched.
 * @param minWidths the minimum widths of the columns
 */
export function formatRows(
	rows: readonly Row[],
	minWidths: readonly number[] = [],
): string[] {
	const widths = [...minWidths];
	for (const row of rows)
		for (const [index, cell] of row.entries())
			widths[index] = Math.max(widths[index] ?? 0, findWidth([textOf(cell)]));
	return rows.map((row) => {
		const cells = row.map((cell, index) => {
			const isLast = index === row.length - 1;
			const text = isLast
				? textOf(cell)
				: column(textOf(cell), widths[index] ?? 0);
			return typeof cell === "string" ? text : cell.paint(text);
		});
		return cells.join("  ").trimEnd();
	});
}

/** The columns of a table by name. Each function returns the cell of an item. */
export type Columns<Item> = Readonly<Record<string, (item: Item) => Cell>>;

export const toRow = <Item>(columns: Columns<Item>, item: Item): Row =>
	Object.values(columns).map((cell) => cell(item));

/** Returns the rows of the items, below a line with the names of the columns. */
export const formatTable = <Item>(
	columns: Columns<Item>,
	items: readonly Item[],
): string[] =>
	formatRows([
		Object.keys(columns).map((text) => ({ text, paint: pc.dim })),
		...items.map((item) => toRow(columns, item)),
	]);
