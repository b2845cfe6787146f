import { groupBy } from "../values/group-by.ts";
import { shorten } from "../values/shorten.ts";
import {
	cell,
	code,
	fence,
	fold,
} from "../verification/reports/markdown-blocks.ts";
import type { Comparison } from "./compare.ts";
import { ANOTHER_VALUE } from "./compare-values.ts";
import type { Agreement, ShownDisagreement } from "./comparison-report.ts";

/** Rounds down, so that 100% means all. */
export const formatShare = (share: number): string =>
	`${(Math.floor(share * 1000) / 10).toFixed(1)}%`;

/** The disagreements that one sequence shows. */
export interface Group {
	readonly all: readonly ShownDisagreement[];
	readonly steps: ShownDisagreement["steps"];
}

/** Groups disagreements with the same sequence, so that the sequence is shown once. */
export const groupDisagreements = (
	shown: readonly ShownDisagreement[],
): Group[] =>
	groupBy(shown, ({ sequence }) => JSON.stringify(sequence)).map((all) => ({
		...{ all, steps: all[0].steps },
	}));

/** Describes a disagreement on one line. */
export function describeDisagreement(disagreement: ShownDisagreement): string {
	const { operation, where, form, mock, real } = disagreement;
	const place = `${operation}, ${where}`;
	if (where === "status")
		return `${place}: the mock responds with ${mock}, the service with ${real}`;
	if (real === "missing") return `${place}: missing in the service's response`;
	const both = `the mock has ${mock}, the service ${real}`;
	return form === real || form === ANOTHER_VALUE
		? `${place}: ${both}`
		: `${place}: ${form}; ${both}`;
}

/** A note on a disagreement that the run did not shorten. */
export const UNCONFIRMED = "not shortened, because the run ended";

const MAX_SHOWN = 160;

/**
 * Returns the numbered requests of a sequence with both responses. If the responses differ, the last line is marked.
 */
export const listSteps = ({ steps }: Group): string[] =>
	steps.flatMap(({ request, body, mock, real }, index) => [
		`${index + 1}. ${request}${body === "" ? "" : ` ${shorten(body, MAX_SHOWN)}`}`,
		`   mock     ${shorten(mock, MAX_SHOWN)}`,
		`${index === steps.length - 1 ? " ✗" : "  "} service  ${shorten(real, MAX_SHOWN)}`,
	]);

function formatTable(
	title: string,
	agreements: Readonly<Record<string, Agreement>>,
): string[] {
	const rows = Object.entries(agreements);
	if (rows.length === 0) return [];
	return [
		`| ${title} | responses | agreed | fidelity |`,
		"| --- | ---: | ---: | ---: |",
		...rows.map(
			([name, { steps, agreed, fidelity }]) =>
				`| ${cell(name)} | ${steps} | ${agreed} | ${formatShare(fidelity)} |`,
		),
		"",
	];
}

/** Returns the Markdown report of a comparison. */
export function formatComparisonMarkdown(comparison: Comparison): string {
	const { report, shown, untold, seed } = comparison;
	const { steps, agreed, fidelity } = report;
	return [
		"# Comparison",
		"",
		`${agreed} of ${steps} responses of the service agree with the mock: **${formatShare(fidelity)}**. The seed was ${seed}.`,
		"",
		...groupDisagreements(shown).flatMap((group) => [
			...group.all.flatMap((each) => [
				`## ${cell(describeDisagreement(each))}`,
				"",
				`Seen in ${each.count} responses${each.isConfirmed ? "" : `; ${UNCONFIRMED}`}.${each.assumptions.length > 0 ? ` Assumptions: ${each.assumptions.map(code).join(", ")}.` : ""}`,
				"",
			]),
			...fence("text", listSteps(group).join("\n")),
			...fold(
				"Commands",
				fence("sh", group.steps.map(({ curl }) => curl).join("\n")),
			),
		]),
		...formatTable("operation", report.byOperation),
		...formatTable("behavior", report.byBehavior),
		...formatTable("assumption", report.byAssumption),
		...(report.noise.length > 0
			? [
					"Noise, which another play of the same sequence did not show:",
					"",
					...report.noise.map(
						({ operation, where }) => `- ${cell(operation)}, ${cell(where)}`,
					),
					"",
				]
			: []),
		...untold.map((why) => `The service ${cell(why)}.`),
	].join("\n");
}
