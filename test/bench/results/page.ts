import type { LatencyFinding, SpeedFinding } from "../load/findings.ts";
import { selectSamples } from "../load/samples.ts";
import {
	type BenchmarkRecord,
	formatMachine,
	formatMegabytes,
} from "../report.ts";
import type { Summary } from "../statistics.ts";
import { type Goal, goals, judgeGoal } from "./goals.ts";
import type { LoadRecord, Records, SoakRecord } from "./records.ts";

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
	records: readonly BenchmarkRecord[],
): string {
	const record = records.find(({ measured }) => measured[goal.key]);
	const ratio = record?.measured[goal.key];
	if (!ratio) return "not measured";
	const verdict = record.disturbed
		? "disturbed"
		: judgeGoal(goal, ratio.median);
	return `${formatRatio(ratio)}, ${verdict}`;
}

const createGoalTable = (records: readonly BenchmarkRecord[]): string[] =>
	formatMarkdownTable(
		["measure", "required", "target", "measured"],
		goals.map((goal) => [
			goal.measure,
			...[goal.required, goal.target].map((bound) =>
				goal.better === "more" ? `≥ ${bound.toFixed(2)}` : `≤ ${bound}×`,
			),
			formatVerdict(goal, records),
		]),
	);

/** Formats a table with a row per runner and a column per operation. */
function createRunnerTable<Finding extends SpeedFinding | LatencyFinding>(
	findings: readonly Finding[],
	cell: (finding: Finding) => string,
): string[] {
	const unique = (key: "operation" | "runner"): string[] => [
		...new Set(findings.map((each) => each[key])),
	];
	const operations = unique("operation");
	return formatMarkdownTable(
		["", ...operations.map((operation) => `\`${operation}\``)],
		unique("runner").map((runner) => [
			runner,
			...operations.map((operation) => {
				const found = selectSamples(findings, runner, operation);
				return found.map(cell).join();
			}),
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
					return point ? formatMegabytes(point.bytes) : "";
				}),
				found ? formatNumber(found.bytesPerWrite) : "",
				found ? formatNumber(found.bytesPerRecord) : "",
			];
		}),
	),
	"",
];

function describeConditions(records: readonly BenchmarkRecord[]): string {
	const unique = (read: (record: BenchmarkRecord) => string): string[] => [
		...new Set(records.map(read)),
	];
	const machines = unique(({ machine }) => formatMachine(machine));
	const runs = unique(({ run }) => run).length;
	const dates = unique(({ run }) => run.slice(0, 10)).sort();
	const loads = records.map(
		({ bench, machine }) => `${bench} ${machine.load.toFixed(1)}`,
	);
	const name = (
		sentence: string,
		property: "disturbed" | "quick",
	): string[] => {
		const names = records.filter((record) => record[property]);
		return names.length === 0
			? []
			: [`${sentence}: ${names.map(({ bench }) => bench).join(", ")}.`];
	};
	return [
		`Measured on ${dates.join(" and ")} in ${runs === 1 ? "one run" : `${runs} runs`}, on ${machines.join("; and on ")}.`,
		`Load average of the minute before each benchmark: ${loads.join(", ")}.`,
		...name(
			"Other processes used too much processor time during these benchmarks, so their results are not valid",
			"disturbed",
		),
		...name("Measured with fewer and shorter rounds (`--quick`)", "quick"),
	].join(" ");
}

/** Renders the generated part of `docs/performance.md`. */
export function renderResults(records: Records): string {
	const measured: BenchmarkRecord[] = Object.values(records);
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
