import { structuredPatch } from "diff";

const compare = (
	name: string,
	before: string,
	after: string,
	context: number,
) => structuredPatch(name, name, before, after, "", "", { context }).hunks;

/** Returns the lines that differ, each after a plus or minus. */
export const listChangedLines = (before: string, after: string): string[] =>
	compare("", before, after, 0).flatMap(({ lines }) => lines);

/** The lines that a proposal changes, with its evidence in words. */
interface Reason {
	/** Each line follows a plus or minus. */
	readonly lines: ReadonlySet<string>;
	readonly words: string;
}

/** Returns a unified diff of a file. Each hunk has its evidence after the line numbers. */
export function formatDiff(
	file: string,
	before: string,
	after: string,
	reasons: readonly Reason[],
): string {
	const isOwn = (line: string): boolean =>
		reasons.filter((each) => each.lines.has(line)).length === 1;
	const hunks = compare(file, before, after, 3).map(
		({ oldStart, oldLines, newStart, newLines, lines }) => {
			const isShown = ({ lines: changed }: Reason): boolean =>
				lines.some((line) => changed.has(line) && isOwn(line));
			const isPart = (each: Reason): boolean =>
				lines.some((line) => each.lines.has(line));
			// A line such as "type: string" may belong to another proposal.
			const own = reasons.filter(isShown);
			const found = own.length > 0 ? own : reasons.filter(isPart);
			const words = found.map((each) => each.words);
			const head = `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`;
			return [`${head} ${words.join(" ")}`.trimEnd(), ...lines].join("\n");
		},
	);
	return hunks.length === 0
		? ""
		: [`--- a/${file}`, `+++ b/${file}`, ...hunks, ""].join("\n");
}
