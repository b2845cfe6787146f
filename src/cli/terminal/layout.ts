import pc from "picocolors";
import type { Cell } from "./columns.ts";

/** Joins words into lines of at most `width` characters. */
export function wrap(words: readonly string[], width: number): string[] {
	const lines: string[] = [];
	for (const word of words) {
		const last = lines.at(-1);
		if (last !== undefined && last.length + 1 + word.length <= width)
			lines[lines.length - 1] = `${last} ${word}`;
		else lines.push(word);
	}
	return lines;
}

/** Returns the status of a response with its color. 0 stands for a broken connection. */
export function statusCell(status: number): Exclude<Cell, string> {
	const isError = status === 0 || status >= 500;
	const paint = status >= 400 ? pc.yellow : pc.green;
	const text = status === 0 ? "broken" : `${status}`;
	return { text, paint: isError ? pc.red : paint };
}
