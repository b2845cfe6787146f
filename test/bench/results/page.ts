import type { LatencyFinding } from "../load/latency-findings.ts";
import type { SpeedFinding } from "../load/speed-findings.ts";
import { type BenchmarkRecord, formatMachine } from "../report.ts";
import type { Summary } from "../statistics.ts";
import { type Goal, goals, judgeGoal } from "./goals.ts";
import {
	type LoadRecord,
	listRecords,
	type Records,
	type SoakRecord,
} from "./records.ts";

const MEGABYTE = 1_048_576;

const formatRow = (cells: readonly string[]): string =>
	`| ${cells.join(" | ")} |`;

const formatMarkdownTable = (
	head: readonly string[],
	rows: readonly (readonly string[])[],
): string[] => [
	formatRow(head),
	formatRow(head.map(() => "---")),
	...rows.map(formatRow),
];

const formatRatio = ({ median, q1, q3 }: Summary): string =>
	`${median.toFixed(2)} (${q1.toFixed(2)} to ${q3.toFixed(2)})`;

const formatNumber = (amount: number): string =>
	Math.round(amount).toLocaleString("en-US");

function formatVerdict(
	goal: Goal,
	record: BenchmarkRecord | undefined,
): string {
	const ratio = record?.measured[goal.key];
	if (!record || !ratio) return "not measured";
	const verdict = record.disturbed
		? "disturbed"
		: judgeGoal(goal, ratio.median);
	return `${formatRatio(ratio)}, ${verdict}`;
}

function createGoalRow(
	goal: Goal,
	record: BenchmarkRecord | undefined,
): string[] {
	const formatBound = (value: number): string =>
		goal.better === "more" ? `≥ ${value.toFixed(2)}` : `≤ ${value}×`;
	return [
		goal.measure,
		formatBound(goal.required),
		formatBound(goal.target),
		formatVerdict(goal, record),
	];
}

const createGoalTable = (records: readonly BenchmarkRecord[]): string[] =>
	formatMarkdownTable(
		["measure", "required", "target", "measured"],
		goals.map((goal) =>
			createGoalRow(
				goal,
				records.find(({ measured }) => measured[goal.key]),
			),
		),
	);

/** Formats a table with a row per runner and a column per operation. */
function createRunnerTable<Finding extends SpeedFinding | LatencyFinding>(
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
	return formatMarkdownTable(
		["", ...operations.map((operation) => `\`${operation}\``)],
		runners.map((runner) => [
			runner,
			...operations.map((operation) => cellOf(runner, operation)),
		]),
	);
}

const createLoadSection = (load: LoadRecord): string[] => [
	"### Load",
	"",
	"![Responses per second relative to bare node:http](performance.svg)",
	"",
	`Responses per second over ${load.connections} connections, measured with ${load.generator}: medians of ${load.rounds} rounds of ${load.seconds} s. In parentheses: the ratio to bare \`node:http\`, per round; then the same ratio for responses per second of processor time.`,
	"",
	...createRunnerTable(
		load.speeds,
		({ perSecond, share, shareByTime }) =>
			`${formatNumber(perSecond.median)} (${[share, shareByTime].flatMap((each) => each?.median.toFixed(2) ?? []).join(", ")})`,
	),
	"",
	"Latency of each server at half of its maximum rate: p50 / p99 in milliseconds, and in parentheses the ratio of its p99 to that of bare `node:http`.",
	"",
	...createRunnerTable(
		load.latencies,
		({ p50, p99, ratio }) =>
			`${p50.median.toFixed(2)} / ${p99.median.toFixed(2)} (${ratio.median.toFixed(2)})`,
	),
	"",
];

const createMemorySection = (soak: SoakRecord): string[] => [
	"### Memory",
	"",
	`Resident memory in MiB after 10%, 50% and 100% of ${formatNumber(soak.amount)} reads; and memory in use after ${formatNumber(soak.amount)} commands, in bytes per command (including its audit record) and per record.`,
	"",
	...formatMarkdownTable(
		["", "10%", "50%", "100%", "bytes per command", "bytes per record"],
		soak.reads.map(({ runner, course }) => {
			const found = soak.writes.find((writes) => writes.runner === runner);
			return [
				runner,
				...[0.1, 0.5, 1].map((share) => {
					const point = course[Math.round(course.length * share) - 1];
					return point ? (point.bytes / MEGABYTE).toFixed(0) : "";
				}),
				found ? formatNumber(found.bytesPerWrite) : "",
				found ? formatNumber(found.bytesPerRecord) : "",
			];
		}),
	),
	"",
];

function describeConditions(records: readonly BenchmarkRecord[]): string {
	const machines = [
		...new Set(records.map((each) => formatMachine(each.machine))),
	];
	const runs = new Set(records.map(({ run }) => run));
	const dates = [...new Set(records.map(({ run }) => run.slice(0, 10)))];
	const loads = records.map(
		({ bench, machine }) => `${bench} ${machine.load.toFixed(1)}`,
	);
	const disturbed = records.filter((each) => each.disturbed);
	const shortened = records.filter(({ quick }) => quick);
	return [
		`Measured on ${dates.sort().join(" and ")} in ${runs.size === 1 ? "one run" : `${runs.size} runs`}, on ${machines.join("; and on ")}.`,
		`Load average of the minute before each benchmark: ${loads.join(", ")}.`,
		...(disturbed.length > 0
			? [
					`Other processes used too much processor time during these benchmarks, so their results are not valid: ${disturbed.map(({ bench }) => bench).join(", ")}.`,
				]
			: []),
		...(shortened.length > 0
			? [
					`Measured with fewer and shorter rounds (\`--quick\`): ${shortened.map(({ bench }) => bench).join(", ")}.`,
				]
			: []),
	].join(" ");
}

/** Renders the generated part of `docs/performance.md`. */
export function renderResults(records: Records): string {
	const measured = listRecords(records);
	return [
		describeConditions(measured),
		"Ratios are medians, with the quartiles in parentheses.",
		"",
		...createGoalTable(measured),
		"",
		...(records.load ? createLoadSection(records.load) : []),
		...(records.soak ? createMemorySection(records.soak) : []),
		"### Repeat the measurement",
		"",
		"```sh",
		"npm ci && npm run build",
		"npm install --ignore-scripts --prefix .bench/peers @stoplight/prism-cli@5.14.2 @mockoon/cli@9 json-server@0.17 mountebank@2 wiremock@3",
		"npm run bench -- start load soak scale intercept report --peers",
		"```",
	].join("\n");
}
