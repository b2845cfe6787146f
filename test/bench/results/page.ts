import type { LatencyFinding } from "../load/latency-findings.ts";
import type { SpeedFinding } from "../load/speed-findings.ts";
import { describe, type Kept } from "../report.ts";
import type { Summary } from "../statistics.ts";
import { type Goal, goals, judge } from "./goals.ts";
import {
	everyRecord,
	type LoadRecord,
	type Records,
	type SoakRecord,
} from "./records.ts";

const MEGABYTE = 1_048_576;

const row = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;

const tableOf = (
	head: readonly string[],
	rows: readonly (readonly string[])[],
): string[] => [row(head), row(head.map(() => "---")), ...rows.map(row)];

const withSpread = ({ median, q1, q3 }: Summary): string =>
	`${median.toFixed(2)} (${q1.toFixed(2)} to ${q3.toFixed(2)})`;

const grouped = (amount: number): string =>
	Math.round(amount).toLocaleString("en-US");

function verdictOn(goal: Goal, record: Kept | undefined): string {
	const ratio = record?.measured[goal.key];
	if (!record || !ratio) return "not measured";
	const verdict = record.disturbed ? "disturbed" : judge(goal, ratio.median);
	return `${withSpread(ratio)}, ${verdict}`;
}

function goalRow(goal: Goal, record: Kept | undefined): string[] {
	const bound = (value: number): string =>
		goal.better === "more" ? value.toFixed(2) : `≤ ${value}×`;
	return [
		goal.measure,
		bound(goal.atLeast),
		bound(goal.aim),
		verdictOn(goal, record),
	];
}

const goalTable = (records: readonly Kept[]): string[] =>
	tableOf(
		["measure", "at least", "aim", "measured"],
		goals.map((goal) =>
			goalRow(
				goal,
				records.find(({ measured }) => measured[goal.key]),
			),
		),
	);

/** One line a runner, one column an operation. */
function byRunner<Finding extends SpeedFinding | LatencyFinding>(
	findings: readonly Finding[],
	cell: (finding: Finding) => string,
): string[] {
	const operations = [...new Set(findings.map((each) => each.operation))];
	const runners = [...new Set(findings.map((each) => each.runner))];
	const cellOf = (runner: string, operation: string): string => {
		const found = findings.find(
			(each) => each.runner === runner && each.operation === operation,
		);
		return found ? cell(found) : "";
	};
	return tableOf(
		["", ...operations.map((operation) => `\`${operation}\``)],
		runners.map((runner) => [
			runner,
			...operations.map((operation) => cellOf(runner, operation)),
		]),
	);
}

const loadSection = (load: LoadRecord): string[] => [
	"### Under load",
	"",
	"![Responses per second as a share of bare node:http](performance.svg)",
	"",
	`Responses per second over ${load.connections} connections (${load.generator}): medians of ${load.rounds} rounds of ${load.seconds} s. In parentheses: the share of bare \`node:http\` in the same round, first by responses per second, then by CPU time.`,
	"",
	...byRunner(
		load.speeds,
		({ perSecond, share, shareByTime }) =>
			`${grouped(perSecond.median)} (${[share, shareByTime].flatMap((each) => each?.median.toFixed(2) ?? []).join(", ")})`,
	),
	"",
	"Latency at half of the maximum rate of each server: p50 / p99 in milliseconds, and in parentheses the p99 relative to bare `node:http`.",
	"",
	...byRunner(
		load.latencies,
		({ p50, p99, ratio }) =>
			`${p50.median.toFixed(2)} / ${p99.median.toFixed(2)} (${ratio.median.toFixed(2)})`,
	),
	"",
];

const soakSection = (soak: SoakRecord): string[] => [
	"### Memory",
	"",
	`Resident memory in MiB after 10%, 50% and 100% of ${grouped(soak.amount)} reads, and heap memory in bytes for each command, with its audit record, after ${grouped(soak.amount)} commands.`,
	"",
	...tableOf(
		["", "10%", "50%", "100%", "bytes per command", "bytes per record"],
		soak.reads.map(({ runner, course }) => {
			const kept = soak.writes.find((writes) => writes.runner === runner);
			return [
				runner,
				...[0.1, 0.5, 1].map((share) => {
					const point = course[Math.round(course.length * share) - 1];
					return point ? (point.bytes / MEGABYTE).toFixed(0) : "";
				}),
				kept ? grouped(kept.bytesPerWrite) : "",
				kept ? grouped(kept.bytesPerRecord) : "",
			];
		}),
	),
	"",
];

function circumstances(records: readonly Kept[]): string {
	const machines = [...new Set(records.map((each) => describe(each.machine)))];
	const runs = new Set(records.map(({ run }) => run));
	const dates = [...new Set(records.map(({ run }) => run.slice(0, 10)))];
	const loads = records.map(
		({ bench, machine }) => `${bench} ${machine.load.toFixed(1)}`,
	);
	const disturbed = records.filter((each) => each.disturbed);
	const shortened = records.filter(({ quick }) => quick);
	return [
		`Measured on ${dates.sort().join(" and ")} in ${runs.size === 1 ? "one run" : `${runs.size} runs`}, on ${machines.join("; and on ")}.`,
		`Load average of the machine in the minute before: ${loads.join(", ")}.`,
		...(disturbed.length > 0
			? [
					`Other processes used so much CPU time that these results are not reliable: ${disturbed.map(({ bench }) => bench).join(", ")}.`,
				]
			: []),
		...(shortened.length > 0
			? [
					`Shortened (\`--quick\`): ${shortened.map(({ bench }) => bench).join(", ")}.`,
				]
			: []),
	].join(" ");
}

/** What stands between the marks. */
export function describeResults(records: Records): string {
	const kept = everyRecord(records);
	return [
		circumstances(kept),
		"Medians, with the quartiles in parentheses.",
		"",
		...goalTable(kept),
		"",
		...(records.load ? loadSection(records.load) : []),
		...(records.soak ? soakSection(records.soak) : []),
		"### Measure again",
		"",
		"```sh",
		"npm ci && npm run build",
		"npm install --ignore-scripts --prefix .bench/peers @stoplight/prism-cli@5.14.2 @mockoon/cli@9 json-server@0.17 mountebank@2 wiremock@3",
		"npm run bench -- start load soak scale intercept report --peers",
		"```",
	].join("\n");
}
