import pc from "picocolors";
import type { Comparison } from "../../comparison/compare.ts";
import type { Agreement } from "../../comparison/comparison-report.ts";
import {
	describeDisagreement,
	formatShare,
	groupDisagreements,
	listSteps,
} from "../../comparison/format-markdown.ts";
import { plain } from "../../values/plain.ts";
import { plural } from "../../values/plural.ts";
import { formatRows } from "../terminal/columns.ts";

function formatAgreements(
	title: string,
	agreements: Readonly<Record<string, Agreement>>,
): string[] {
	const rows = Object.entries(agreements).map(
		([name, { steps, agreed, fidelity }]) => [
			name,
			formatShare(fidelity).padStart(6),
			{
				text: `${agreed} of ${steps}`,
				paint: agreed < steps ? pc.red : pc.dim,
			},
		],
	);
	return rows.length === 0
		? []
		: [
				pc.bold(`  ${title}`),
				...formatRows(rows).map((row) => `    ${row}`),
				"",
			];
}

/** Returns the disagreements, each with its shortest sequence, and the share of responses that agree. */
export function formatComparison(
	{ report, shown, untold, seed }: Comparison,
	min: number,
): string {
	const { steps, agreed, fidelity, noise } = report;
	const isEnough = fidelity >= min;
	const paint = isEnough ? pc.green : pc.red;
	const differing = Object.fromEntries(
		Object.entries(report.byAssumption).filter(
			([, each]) => each.agreed < each.steps,
		),
	);
	return [
		"",
		...groupDisagreements(shown).flatMap((group) => [
			...group.all.flatMap((each) => [
				`  ${pc.red("✗")} ${plain(describeDisagreement(each))}`,
				pc.dim(
					`    seen in ${plural(each.count, "response")}${each.assumptions.length > 0 ? `; assumptions: ${each.assumptions.join(", ")}` : ""}`,
				),
			]),
			...listSteps(group).map((line) => `    ${plain(line)}`),
			"",
			...group.steps.map(({ curl }) => `    ${pc.dim(plain(curl))}`),
			"",
		]),
		...formatAgreements("By operation", report.byOperation),
		...formatAgreements("By behavior", report.byBehavior),
		...formatAgreements("Assumptions that differ", differing),
		...(noise.length > 0
			? [
					pc.bold(
						"  Noise, which another play of the same sequence did not show",
					),
					...noise.map(({ operation, where }) => `    ${operation}, ${where}`),
					"",
				]
			: []),
		...untold.map((why) => `  ${pc.yellow("?")} The service ${plain(why)}.`),
		steps === 0
			? "  No response could be compared."
			: `  ${pc.bold(paint(`${agreed} of ${steps} responses agree, ${formatShare(fidelity)}`))}, with ${plural(shown.length, "disagreement")}. The seed was ${seed}.`,
		"",
	].join("\n");
}
