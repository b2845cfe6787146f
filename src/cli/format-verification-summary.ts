import pc from "picocolors";
import type { SurfaceResult } from "../verification/probe-surface.ts";
import type { AssumptionResult, Verification } from "../verification/report.ts";
import { column, cut, plain, wrap } from "./columns.ts";
import { formatFailedInteractions } from "./format-failed-interactions.ts";
import { groupBy } from "./group-by.ts";

const WIDEST = 100;

const MARKS = {
	good: pc.green("✓"),
	bad: pc.red("✗"),
	open: pc.yellow("?"),
};

const heading = (name: string, told: string): string =>
	`  ${pc.bold(name.padEnd(11))}${told}`;

const tally = ({
	passed,
	failed,
}: {
	passed: number;
	failed: number;
}): string =>
	[
		passed > 0 || failed === 0 ? pc.green(`${passed} hold`) : "",
		failed > 0 ? pc.bold(pc.red(`${failed} failed`)) : "",
	]
		.filter(Boolean)
		.join(", ");

const markOf = (verdict: SurfaceResult["verdict"]): string =>
	verdict === "passed"
		? MARKS.good
		: verdict === "failed"
			? MARKS.bad
			: MARKS.open;

function surface({ report }: Verification, width: number): string[] {
	const { specified } = report.summary;
	const open = report.surface.length - specified.passed - specified.failed;
	const told = [
		pc.green(
			`${specified.passed} of ${report.surface.length} operations are there`,
		),
		specified.failed > 0 && pc.bold(pc.red(`${specified.failed} failed`)),
		open > 0 && pc.yellow(`${open} not verified`),
	];
	const longest = (pick: (of: SurfaceResult) => string): number =>
		Math.max(0, ...report.surface.map((each) => pick(each).length));
	const [ids, paths] = [
		longest((of) => of.operation),
		longest((of) => of.path),
	];
	const rest = width - 4 - 2 - ids - 2 - 6 - paths - 2;
	return [
		heading("Specified", told.filter(Boolean).join(", ")),
		...report.surface.map(
			({ operation, method, path, verdict, why }) =>
				`    ${markOf(verdict)} ${operation.padEnd(ids)}  ${pc.dim(method.padEnd(5))} ${pc.dim(path.padEnd(paths))}  ${verdict === "passed" ? pc.dim(cut(why, rest)) : cut(why, rest)}`,
		),
	];
}

/** Ids over as many lines as they need, after what is said of all of them. */
const ids = (
	mark: string,
	said: string,
	of: readonly string[],
	width: number,
) =>
	wrap(of, width - 16).map((line, index) =>
		index === 0
			? `    ${mark} ${pc.dim(said.padEnd(10))}${line}`
			: `${" ".repeat(16)}${line}`,
	);

function assumed({ report, confirmed }: Verification, width: number): string[] {
	const { held, refuted, untested } = report.summary.assumed;
	const open = report.assumptions.filter(({ id }) => !confirmed.includes(id));
	const of = (verdict: AssumptionResult["verdict"]): AssumptionResult[] =>
		open.filter((each) => each.verdict === verdict);
	const longest = Math.max(0, ...open.map(({ id }) => id.length));
	const rest = width - 6 - longest - 2 - 10;
	const row = (mark: string, { id, verdict, why }: AssumptionResult): string =>
		`    ${mark} ${column(id, longest)}  ${verdict.padEnd(8)}  ${pc.dim(cut(why, rest))}`;
	// Many may be untested for one reason.
	const reasons = groupBy(of("untested"), ({ why }) => why);
	const told = [
		pc.green(`${held} held`),
		refuted > 0 ? pc.bold(pc.red(`${refuted} refuted`)) : "0 refuted",
		untested > 0 ? pc.yellow(`${untested} untested`) : "0 untested",
	].join(", ");
	return [
		heading("Assumed", told),
		...of("refuted").map((each) => row(MARKS.bad, each)),
		...reasons.flatMap((results) =>
			results.length === 1
				? results.map((each) => row(MARKS.open, each))
				: [
						`    ${MARKS.open} ${pc.dim("untested")}  ${pc.dim(cut(`${results[0].why}:`, width - 16))}`,
						...ids(
							" ",
							"",
							results.map(({ id }) => id),
							width,
						),
					],
		),
		...ids(
			MARKS.good,
			"held",
			of("held").map(({ id }) => id),
			width,
		),
	];
}

function confirmedSection({ report, confirmed }: Verification): string[] {
	if (confirmed.length === 0)
		return [heading("Confirmed", pc.dim("no assumption yet; see --record"))];
	const lost = report.assumptions.filter(
		({ id, verdict }) => verdict === "refuted" && confirmed.includes(id),
	);
	return [
		heading("Confirmed", `${tally(report.summary.confirmed)}`),
		...lost.map(
			({ id, why }) =>
				`    ${MARKS.bad} ${id}  ${pc.red("no longer holds:")} ${plain(why)}`,
		),
	];
}

/** What was verified and what came of it, by provenance; at most as wide as the terminal. */
export function formatVerificationSummary(
	verification: Verification,
	columns: number,
): string {
	const { report } = verification;
	const width = Math.min(Math.max(columns, 60), WIDEST);
	const seconds = (report.durationMs / 1000).toFixed(1);
	const { external } = report.summary;
	const sections = [
		[
			`  ${pc.bold("Verified")} ${pc.cyan(report.provider)} ${pc.dim(`in ${seconds} s`)}`,
		],
		surface(verification, width),
		confirmedSection(verification),
		assumed(verification, width),
		external.passed + external.failed === 0
			? [heading("External", pc.dim("none"))]
			: [heading("External", tally(external))],
		formatFailedInteractions(verification, width),
	];
	return `\n${sections
		.filter((lines) => lines.length > 0)
		.map((lines) => lines.join("\n"))
		.join("\n\n")}\n`;
}
