import type { Verification } from "../report.ts";
import { countAssumptions, plural, stateVerdict } from "./state-verdict.ts";
import {
	type DifferenceSummary,
	listOperations,
	summarizeDifferences,
} from "./summarize-differences.ts";

const code = (text: string): string => `\`${text.replaceAll("`", "'")}\``;

/** Escapes text for one line of Markdown. The text of a response may contain any character. */
const cell = (text: string): string =>
	text.replaceAll(/\s+/g, " ").replaceAll(/[\\`*_[\]<>|~]/g, "\\$&");

function formatDifference(
	difference: DifferenceSummary,
	index: number,
): string {
	const { title, where, expected, actual, assumptions, checks, curl } =
		difference;
	const lines = [
		`### ${index + 1}. ${cell(listOperations(difference, 7))}: ${cell(title)}`,
		"",
		"| where | expected | actual | assumptions | seen |",
		"| --- | --- | --- | --- | --- |",
		`| ${cell(where)} | ${cell(expected)} | ${cell(actual)} | ${assumptions.join(", ")} | ${difference.count} |`,
		"",
	];
	if (checks.length > 0)
		lines.push(`Found by: ${checks.map(cell).join("; ")}.`, "");
	return [...lines, "````sh", curl, "````", ""].join("\n");
}

/** Returns the reasons why checks were not reached, with these checks. */
export function groupNotReached({
	report,
}: Verification): [because: string, descriptions: string[]][] {
	const byReason = new Map<string, string[]>();
	for (const { description, because } of report.notReached)
		byReason.set(because, [...(byReason.get(because) ?? []), description]);
	return [...byReason];
}

/** Returns the results as Markdown: the verdict, the differences, what was not reached, and the assumptions. */
export function formatMarkdownReport(verification: Verification): string {
	const { provider, surface, assumptions, additional } = verification.report;
	const differences = summarizeDifferences(verification);
	const notReached = groupNotReached(verification);
	const count = (verdict: "held" | "refuted" | "untested"): string =>
		`${countAssumptions(verification, verdict)} ${verdict}`;
	const exist = surface.filter(({ verdict }) => verdict === "passed").length;
	return [
		`# Verification of ${cell(provider)}`,
		"",
		`**${cell(stateVerdict(verification))}**`,
		"",
		`${exist} of ${plural(surface.length, "operation")} exist. Assumptions: ${count("held")}, ${count("refuted")}, ${count("untested")}.`,
		"",
		...surface
			.filter(({ verdict }) => verdict !== "passed")
			.map(({ operation, why }) => `- ${operation} ${cell(why)}`),
		"",
		`## ${plural(differences.length, "difference")}`,
		"",
		...differences.map(formatDifference),
		...(notReached.length > 0 ? ["## Not reached", ""] : []),
		...notReached.flatMap(([because, descriptions]) => [
			`${cell(because)}:`,
			"",
			...descriptions.map((each) => `- ${cell(each)}`),
			"",
		]),
		"## Assumptions",
		"",
		"| assumption | verdict | why |",
		"| --- | --- | --- |",
		...assumptions.map(
			({ id, verdict, why }) =>
				`| ${code(id)} | ${verdict} | ${cell(why.slice(0, 200))} |`,
		),
		"",
		...(additional.length > 0
			? [
					"## Additional properties",
					"",
					"The document does not name these properties. They are no failures.",
					"",
					...additional.map((each) => `- ${code(each)}`),
					"",
				]
			: []),
	].join("\n");
}
