import { plural } from "../../values/plural.ts";
import type { DifferenceGroup } from "./group-differences.ts";
import { cell, code, fence, fold, list } from "./markdown-blocks.ts";
import type { AssumptionSummary, VerificationResults } from "./results.ts";
import type { DifferenceSummary } from "./summarize-differences.ts";
import { describeLearning } from "./summarize-differences.ts";

/** Returns the target of links with this name. A browser unfolds the sections around it. */
const anchor = (name: string): string => `<a id="${name}"></a>`;

const anchorOf = ({ number }: DifferenceGroup): string =>
	`difference-${number}`;

const linkTo = (group: DifferenceGroup): string =>
	`[${group.number}](#${anchorOf(group)})`;

/** Returns nothing for a section without lines. */
const section = (heading: string, id: string, lines: readonly string[]) =>
	lines.length > 0
		? [
				`## ${anchor(id)}${heading}`,
				...["", ...lines],
				...(lines.at(-1) === "" ? [] : [""]),
			]
		: [];

function listFacts(difference: DifferenceSummary): string[] {
	const { where, expected, actual, assumptions, checks, count } = difference;
	const facts = [
		`Expected: ${cell(expected)}`,
		`Actual: ${cell(actual)}`,
		`Where: ${code(where)}, ${plural(count, "time")}`,
		assumptions.length > 0
			? `Refutes: ${assumptions.map(code).join(", ")}`
			: "",
		checks.length > 0 ? `Found by: ${checks.map(cell).join("; ")}` : "",
	];
	return [...list(facts.filter(Boolean)), ""];
}

const formatExchange = ({ curl, response }: DifferenceSummary): string[] => [
	...fence("sh", curl),
	...fence("http", response),
];

/** The number of differences with one cause that are shown unfolded. */
const MAX_SHOWN = 6;

/** Returns the differences of a group, folded. If a difference concerns several operations, it names them. */
function foldDifferences(group: DifferenceGroup): string[] {
	const { operations, differences } = group;
	const folded = differences.map((each) => {
		const isOfAll = each.operations.length === operations.length;
		return fold(isOfAll ? each.title : each.name, [
			...listFacts(each),
			...formatExchange(each),
		]);
	});
	const left = folded.slice(MAX_SHOWN);
	return [
		...folded.slice(0, MAX_SHOWN).flat(),
		...(left.length > 0 ? fold(`and ${left.length} more`, left.flat()) : []),
	];
}

/** Returns a text about the consequences of a difference. */
function formatWeight({ failed, notReached, weight }: DifferenceGroup): string {
	const unreached =
		notReached > 0 ? `, ${notReached} of which were not reached` : "";
	return failed > 0 ? `Explains ${weight}${unreached}.` : `Seen in ${weight}.`;
}

/** Returns the only difference of a group, or all of its differences, folded. */
function formatGroup(group: DifferenceGroup): string[] {
	const [first, ...others] = group.differences;
	return others.length > 0
		? foldDifferences(group)
		: [...listFacts(first), ...formatExchange(first)];
}

function formatCause(group: DifferenceGroup): string[] {
	const { number, name, differences } = group;
	const [first, ...others] = differences;
	return [
		`### ${anchor(anchorOf(group))}${number}. ${cell(name)}`,
		...["", formatWeight(group), ""],
		...(others.length > 0
			? foldDifferences(group)
			: fold("Details", [...listFacts(first), ...formatExchange(first)])),
	];
}

/** @param hasOperation whether the heading above names the operation */
function foldGroup(group: DifferenceGroup, hasOperation: boolean): string[] {
	const { number, name, title } = group;
	return fold(`${number}. ${hasOperation ? title : name}`, [
		...[anchor(anchorOf(group)) + formatWeight(group), ""],
		...formatGroup(group),
	]);
}

const SEVERAL = "Several operations";

/** Returns the differences: what to fix first, then the others by operation. */
function formatDifferences(results: VerificationResults): string[] {
	const { causes, byOperation } = results;
	const others = byOperation.flatMap(({ operation, groups }, index) => [
		`### ${anchor(`operation-${index}`)}${cell(operation ?? SEVERAL)}`,
		"",
		...groups.flatMap((group) => foldGroup(group, operation !== undefined)),
	]);
	const heading = others.length > 0 ? "Fix first" : "Differences";
	return [
		...section(heading, "first", causes.flatMap(formatCause)),
		...section("Other differences by operation", "others", others),
	];
}

/** Returns the failed interactions of the user's own pacts. No difference explains them. */
const listExternal = ({ checks }: VerificationResults): string[] =>
	checks
		.filter(({ provenance, passed }) => provenance === "external" && !passed)
		.map(({ description, mismatches, notVerified }) => {
			const reasons = mismatches.map(
				({ where, message }) => `${where}: ${message}`,
			);
			return `${cell(description)}: ${cell(notVerified ?? reasons.join("; "))}`;
		});

/** The maximum number of linked differences of an assumption. The most important ones come first. */
const MAX_LINKS = 5;

const formatNotReached = ({ notReached }: VerificationResults): string[] =>
	notReached.flatMap(({ because, cause, descriptions }) =>
		fold(`${plural(descriptions.length, "check")}: ${because}`, [
			...(cause
				? [`Because of ${linkTo(cause)}: ${cell(cause.shortName)}`, ""]
				: []),
			...list(descriptions.map(cell)),
		]),
	);

/** Returns the reason for the verdict on an assumption, with links to the differences that show it. */
function formatReason({ reason, causes }: AssumptionSummary): string {
	const links = causes.slice(0, MAX_LINKS).map(linkTo);
	const see = links.length > 0 ? `; see ${links.join(", ")}` : "";
	return cell(reason.slice(0, 200)) + see;
}

const formatAssumptions = ({ assumptions }: VerificationResults): string[] => [
	"| assumption | verdict | why |",
	"| --- | --- | --- |",
	...assumptions.map(
		(each) => `| ${code(each.id)} | ${each.verdict} | ${formatReason(each)} |`,
	),
];

const ADDITIONAL = "The document does not name them. They are no failures.";

/** Returns links to all sections; none if the report is short. */
function listContents(results: VerificationResults): string[] {
	const { causes, byOperation, report, notReached } = results;
	if (byOperation.length === 0) return [];
	return [
		"- [Fix first](#first)",
		...causes.map(
			(each) =>
				`  - [${each.number}. ${cell(each.shortName)}](#${anchorOf(each)})`,
		),
		"- [Other differences by operation](#others)",
		...byOperation.map(
			({ operation, groups }, index) =>
				`  - [${cell(operation ?? SEVERAL)}](#operation-${index}): ${groups.length}`,
		),
		...(notReached.length > 0
			? [
					`- [Not reached](#not-reached): ${plural(report.notReached.length, "check")}`,
				]
			: []),
		"- [Assumptions](#assumptions)",
	];
}

/**
 * Returns the results as Markdown: the verdict, what to fix first, the other differences by operation, the checks
 * that were not reached, and the assumptions. Long parts are folded, with HTML elements.
 */
export function formatMarkdownReport(results: VerificationResults): string {
	const { report, byVerdict, differences } = results;
	const { provider, surface, additional } = report;
	const learning = describeLearning(report);
	const counts = Object.entries(byVerdict).map(
		([verdict, all]) => `${all.length} ${verdict}`,
	);
	return [
		`# Verification of ${cell(provider)}`,
		"",
		`**${cell(results.verdict)}**`,
		"",
		`${plural(differences.length, "difference")}. Assumptions: ${counts.join(", ")}. Verified at ${report.startedAt} in ${(report.durationMs / 1000).toFixed(1)} s. ${cell(results.ledgerNote)}.${learning ? ` ${cell(learning)}.` : ""}`,
		"",
		...list(
			surface
				.filter(({ verdict }) => verdict !== "passed")
				.map(({ operation, why }) => `${operation} ${cell(why)}`),
		),
		"",
		...section("Contents", "contents", listContents(results)),
		...formatDifferences(results),
		...section(
			"Failed interactions of other pacts",
			"external",
			list(listExternal(results)),
		),
		...section("Not reached", "not-reached", formatNotReached(results)),
		...section(
			"Assumptions",
			"assumptions",
			results.assumptions.length > 0
				? fold(counts.join(", "), formatAssumptions(results))
				: [],
		),
		...section(
			"Additional properties and headers",
			"additional",
			additional.length > 0
				? fold(plural(additional.length, "place"), [
						ADDITIONAL,
						"",
						...list(additional.map(code)),
					])
				: [],
		),
	].join("\n");
}
