import pc from "picocolors";
import { column, plain } from "../columns.ts";

/** A text, and how it looks where there are colours. */
export type Cell =
	| string
	| { readonly text: string; readonly paint: (text: string) => string };

export type Row = readonly Cell[];

const textOf = (cell: Cell): string =>
	plain(typeof cell === "string" ? cell : cell.text);

/** How wide each column has to be. */
export function widthsOf(
	rows: readonly Row[],
	least: readonly number[] = [],
): number[] {
	const widths = [...least];
	for (const row of rows)
		for (const [index, cell] of row.entries())
			widths[index] = Math.max(widths[index] ?? 0, [...textOf(cell)].length);
	return widths;
}

/** Cells in columns of these widths; one that is wider is not cut, since what is cut cannot be searched for. */
export function line(row: Row, widths: readonly number[]): string {
	const cells = row.map((cell, index) => {
		const text = textOf(cell);
		const width = Math.max(widths[index] ?? 0, [...text].length);
		const shown = index === row.length - 1 ? text : column(text, width);
		return typeof cell === "string" ? shown : cell.paint(shown);
	});
	return cells.join("  ").trimEnd();
}

/** Rows in aligned columns under their names. */
export function table(names: readonly string[], rows: readonly Row[]): string {
	const head = names.map((text) => ({ text, paint: pc.dim }));
	const widths = widthsOf([head, ...rows]);
	return [head, ...rows].map((row) => line(row, widths)).join("\n");
}
