import pc from "picocolors";
import { groupBy } from "../../values/group-by.ts";
import type {
	AssumptionResult,
	Verification,
} from "../../verification/report.ts";
import { column, cut, findWidth, plain, wrap } from "../columns.ts";
import { formatFailedInteractions } from "./format-failed-interactions.ts";

const MIN_WIDTH = 60;
const MAX_WIDTH = 100;

const [good, bad, open] = [pc.green("✓"), pc.red("✗"), pc.yellow("?")];
const MARKS = { passed: good, failed: bad, "not verified": open };

const formatHeading = (name: string, ...counts: readonly string[]): string =>
	`  ${pc.bold(name.padEnd(11))}${counts.filter(Boolean).join(", ")}`;

/** Returns the number of failures, or the empty string if there are none. */
const formatFailures = (count: number, name: string): string =>
	count > 0 ? pc.bold(pc.red(`${count} ${name}`)) : "";

const formatPassCount = ({
	passed,
	failed,
}: Verification["report"]["summary"]["external"]): string[] => [
	passed > 0 || failed === 0 ? pc.green(`${passed} passed`) : "",
	formatFailures(failed, "failed"),
];

function formatSurface(
	{ report: { surface, summary } }: Verification,
	width: number,
): string[] {
	const { passed, failed } = summary.specified;
	const unverified = surface.length - passed - failed;
	const idWidth = findWidth(surface.map(({ operation }) => operation));
	const pathWidth = findWidth(surface.map(({ path }) => path));
	return [
		formatHeading(
			"Specified",
			pc.green(`${passed} of ${surface.length} operations exist`),
			formatFailures(failed, "failed"),
			unverified > 0 ? pc.yellow(`${unverified} not verified`) : "",
		),
		...surface.map(({ operation, method, path, verdict, why }) => {
			const reason = cut(why, width - 16 - idWidth - pathWidth);
			return `    ${MARKS[verdict]} ${operation.padEnd(idWidth)}  ${pc.dim(method.padEnd(5))} ${pc.dim(path.padEnd(pathWidth))}  ${verdict === "passed" ? pc.dim(reason) : reason}`;
		}),
	];
}

function formatConfirmed({ report, confirmed }: Verification): string[] {
	const counts =
		confirmed.length > 0
			? formatPassCount(report.summary.confirmed)
			: [pc.dim("no assumption yet; see --record")];
	return [
		formatHeading("Confirmed", ...counts),
		...report.assumptions
			.filter(
				({ id, verdict }) => verdict === "refuted" && confirmed.includes(id),
			)
			.map(
				({ id, why }) =>
					`    ${bad} ${id}  ${pc.red("no longer holds:")} ${plain(why)}`,
			),
	];
}

/** Returns the ids on as many lines as they need, after a mark and a label. */
const formatIds = (
	mark: string,
	label: string,
	results: readonly AssumptionResult[],
	width: number,
): string[] =>
	wrap(
		results.map(({ id }) => id),
		width - 16,
	).map((line, index) =>
		index === 0
			? `    ${mark} ${pc.dim(label.padEnd(10))}${line}`
			: `${" ".repeat(16)}${line}`,
	);

function formatAssumed(
	{ report, confirmed }: Verification,
	width: number,
): string[] {
	const { held, refuted, untested } = report.summary.assumed;
	const assumed = report.assumptions.filter(
		({ id }) => !confirmed.includes(id),
	);
	const select = (verdict: AssumptionResult["verdict"]): AssumptionResult[] =>
		assumed.filter((each) => each.verdict === verdict);
	const idWidth = findWidth(assumed.map(({ id }) => id));
	const formatRow = (
		mark: string,
		{ id, verdict, why }: AssumptionResult,
	): string =>
		`    ${mark} ${column(id, idWidth)}  ${verdict.padEnd(8)}  ${pc.dim(cut(why, width - 18 - idWidth))}`;
	const untestedByReason = groupBy(select("untested"), ({ why }) => why);
	return [
		formatHeading(
			"Assumed",
			pc.green(`${held} held`),
			formatFailures(refuted, "refuted") || "0 refuted",
			untested > 0 ? pc.yellow(`${untested} untested`) : "0 untested",
		),
		...select("refuted").map((each) => formatRow(bad, each)),
		...untestedByReason.flatMap((results) =>
			results.length === 1
				? [formatRow(open, results[0])]
				: [
						`    ${open} ${pc.dim("untested")}  ${pc.dim(cut(`${results[0].why}:`, width - 16))}`,
						...formatIds(" ", "", results, width),
					],
		),
		...formatIds(good, "held", select("held"), width),
	];
}

/** Returns the results by provenance, at most as wide as the terminal. */
export function formatVerificationSummary(
	verification: Verification,
	columns: number,
): string {
	const { provider, durationMs, summary } = verification.report;
	const width = Math.min(Math.max(columns, MIN_WIDTH), MAX_WIDTH);
	const { external } = summary;
	const hasExternal = external.passed + external.failed > 0;
	const counts = hasExternal ? formatPassCount(external) : [pc.dim("none")];
	const seconds = (durationMs / 1000).toFixed(1);
	const sections = [
		[
			`  ${pc.bold("Verified")} ${pc.cyan(provider)} ${pc.dim(`in ${seconds} s`)}`,
		],
		formatSurface(verification, width),
		formatConfirmed(verification),
		formatAssumed(verification, width),
		[formatHeading("External", ...counts)],
		formatFailedInteractions(verification, width),
	];
	const text = sections
		.filter((lines) => lines.length > 0)
		.map((lines) => lines.join("\n"))
		.join("\n\n");
	return `\n${text}\n`;
}
