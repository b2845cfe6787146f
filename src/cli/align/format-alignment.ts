import { relative } from "node:path";
import type { Alignment, Source } from "../../alignment/align.ts";
import {
	describeEvidence,
	describeLesson,
} from "../../alignment/describe-lesson.ts";
import { formatDiff } from "../../alignment/format-diff.ts";

/** Returns the proposals as a unified diff, and the open questions. */
export function formatAlignment(
	{ source, texts, proposals, undecided, applied }: Alignment,
	start: Source,
): { readonly diff: string; readonly questions: readonly string[] } {
	const after = applied > 0 ? source.texts : texts;
	const reasons = proposals.map((each) => ({
		lines: each.lines,
		words: `${describeLesson(each)} (${describeEvidence(each)})`,
	}));
	return {
		diff: Array.from(start.texts, ([path, before]) =>
			formatDiff(
				relative("", path),
				before,
				after.get(path) ?? before,
				reasons,
			),
		).join(""),
		questions: undecided.map(({ why, question }) => `${why} ${question}`),
	};
}
