import pc from "picocolors";
import { column, plain } from "../columns.ts";

/** A text, and how to color it. */
export type Cell =
	| string
	| { readonly text: string; readonly paint: (text: string) => string };

export type Row = readonly Cell[];

const textOf = (cell: Cell): string =>
	plain(typeof cell === "string" ? cell : cell.text);

/** Aligns the cells of a row. A cell wider than its column is not cut, so that it can be searched for. */
export function formatRow(row: Row, widths: readonly number[]): string {
	const cells = row.map((cell, index) => {
		const text = textOf(cell);
		const width = Math.max(widths[index] ?? 0, [...text].length);
		const padded = index === row.length - 1 ? text : column(text, width);
		return typeof cell === "string" ? padded : cell.paint(padded);
	});
	return cells.join("  ").trimEnd();
}

/** Aligns the cells of all rows in columns; returns one line per row. */
export function formatRows(rows: readonly Row[]): string[] {
	const widths: number[] = [];
	for (const row of rows)
		for (const [index, cell] of row.entries())
			widths[index] = Math.max(widths[index] ?? 0, [...textOf(cell)].length);
	return rows.map((row) => formatRow(row, widths));
}

/** Aligns the rows below a line with the names of the columns. */
export const formatTable = (
	columns: readonly string[],
	rows: readonly Row[],
): string[] =>
	formatRows([columns.map((text) => ({ text, paint: pc.dim })), ...rows]);
