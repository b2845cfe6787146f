import { structuredPatch } from "diff";
import type { DocumentEdit } from "./edit.ts";
import type { Texts } from "./source-files.ts";

/** A change of a text that one proposal makes, and its evidence in words. */
interface Reason {
	readonly edits: readonly DocumentEdit[];
	readonly words: string;
}

/** Returns the numbers of the lines before that a text with other edits changes. */
function listLines(before: string, after: string): number[] {
	const { hunks } = structuredPatch("", "", before, after, "", "", {
		context: 0,
	});
	return hunks.flatMap(({ oldStart, oldLines }) =>
		Array.from(
			{ length: Math.max(oldLines, 1) },
			(_, index) => oldStart + index,
		),
	);
}

/**
 * Returns a unified diff of a file. Each hunk has its evidence behind its line numbers.
 * @param edit returns the texts after some edits
 */
export function formatDiff(
	file: string,
	path: string,
	before: string,
	after: string,
	reasons: readonly Reason[],
	edit: (edits: readonly DocumentEdit[]) => Texts,
): string {
	if (before === after) return "";
	const lines = reasons.map(({ edits, words }) => ({
		words,
		lines: listLines(before, edit(edits).get(path) ?? before),
	}));
	const { hunks } = structuredPatch(file, file, before, after, "", "", {
		context: 3,
	});
	const shown = hunks.map(
		({ oldStart, oldLines, newStart, newLines, lines: text }) => {
			const words = lines
				.filter((each) =>
					each.lines.some(
						(line) => line >= oldStart && line <= oldStart + oldLines,
					),
				)
				.map((each) => each.words);
			const head = `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`;
			return [`${head} ${words.join(" ")}`.trimEnd(), ...text].join("\n");
		},
	);
	return [`--- a/${file}`, `+++ b/${file}`, ...shown, ""].join("\n");
}
