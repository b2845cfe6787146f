import { createExample } from "../verification/differences/difference-collection.ts";
import type { DifferenceExample } from "../verification/report.ts";
import { cell } from "../verification/reports/markdown-blocks.ts";
import type { Alignment } from "./align.ts";
import { describeEvidence, describeLesson } from "./describe-lesson.ts";
import type { Lesson } from "./lesson.ts";

interface Proposal
	extends Pick<
		Lesson,
		"where" | "kind" | "from" | "to" | "assumptions" | "seen" | "of"
	> {
	/** The operations, separated by commas. */
	readonly operation: string;
	readonly confidence: "certain" | "likely";
	/** An exchange that shows the difference, with credentials redacted. */
	readonly example: DifferenceExample;
}

/** The report of an alignment, as JSON. */
export interface AlignmentReport
	extends Pick<Alignment, "undecided" | "rounds" | "applied"> {
	readonly proposals: readonly Proposal[];
}

/** @param headerNames the additional headers of every request. Their values may be credentials. */
export const createReport = (
	{ proposals, undecided, rounds, applied }: Alignment,
	headerNames: readonly string[],
): AlignmentReport => ({
	proposals: proposals.map((each) => {
		const { operations, where, kind, from, to, assumptions, seen, of } = each;
		const said = { where, kind, from, to, assumptions };
		const confidence = each.isCertain ? "certain" : "likely";
		const example = createExample(each.example, headerNames);
		const operation = operations.join(", ");
		return { operation, ...said, confidence, seen, of, example };
	}),
	...{ undecided, rounds, applied },
});

const formatRow = (cells: readonly string[]): string =>
	`| ${cells.map(cell).join(" | ")} |`;

/** Returns the report as Markdown. */
export function formatMarkdown(alignment: Alignment): string {
	const { proposals, undecided, rounds, applied } = alignment;
	const learnt = [
		"| the service | evidence |",
		"| --- | --- |",
		...proposals.map((each) =>
			formatRow([describeLesson(each), describeEvidence(each)]),
		),
	];
	const open = [
		"| why nothing was edited | question |",
		"| --- | --- |",
		...undecided.map(({ why, question }) => formatRow([why, question])),
	];
	return [
		"# What the service taught",
		"",
		`${proposals.length} proposals in ${rounds} rounds; ${applied} were applied.`,
		...(proposals.length > 0 ? ["", ...learnt] : []),
		...(undecided.length > 0 ? ["", "## Undecided", "", ...open] : []),
		"",
	].join("\n");
}
