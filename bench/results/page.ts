import type { LatencyFinding, SpeedFinding } from "../load/findings.ts";
import { select } from "../load/measure-servers.ts";
import { installPeers } from "../load/peers/peers.ts";
import type { measure as measureLoad } from "../load.ts";
import {
	type BenchmarkRecord,
	formatMachine,
	formatMegabytes,
	formatSummary,
} from "../report.ts";
import type { measure as measureSoak } from "../soak.ts";
import { unique } from "../statistics.ts";
import { goals, judgeGoal } from "./goals.ts";

type Data<Measure extends (...args: never) => unknown> = BenchmarkRecord &
	Omit<Awaited<ReturnType<Measure>>, "lines">;

/** The latest record of each benchmark that was measured. */
export interface Records
	extends Readonly<Record<string, BenchmarkRecord | undefined>> {
	readonly load?: Data<typeof measureLoad>;
	readonly soak?: Data<typeof measureSoak>;
}

const formatMarkdownTable = (
	head: readonly string[],
	rows: readonly (readonly string[])[],
): string =>
	[head, head.map(() => "---"), ...rows]
		.map((cells) => `| ${cells.join(" | ")} |`)
		.join("\n");

const formatNumber = (amount: number): string =>
	Math.round(amount).toLocaleString("en-US");

const createGoalTable = (records: readonly BenchmarkRecord[]): string =>
	formatMarkdownTable(
		["measure", "required", "target", "measured"],
		goals.map((goal) => {
			const [key, measure, better, ...bounds] = goal;
			const record = records.find(({ measured }) => measured[key]);
			const ratio = record?.measured[key];
			const verdict = record?.disturbed ? () => "disturbed" : judgeGoal;
			return [
				measure,
				...bounds.map((bound) =>
					better === "more" ? `≥ ${bound.toFixed(2)}` : `≤ ${bound}×`,
				),
				ratio
					? `${formatSummary(ratio, 2).join(" (")}), ${verdict(goal, ratio.median)}`
					: "not measured",
			];
		}),
	);

/** Formats a table with a row per runner and a column per operation. */
function createRunnerTable<Finding extends SpeedFinding | LatencyFinding>(
	findings: readonly Finding[],
	cell: (finding: Finding) => string,
): string {
	const operations = unique(findings.map(({ operation }) => operation));
	return formatMarkdownTable(
		["", ...operations.map((operation) => `\`${operation}\``)],
		unique(findings.map(({ runner }) => runner)).map((runner) => [
			runner,
			...operations.map((operation) =>
				select(findings, runner, operation).map(cell).join(),
			),
		]),
	);
}

const createLoadSection = (
	load: NonNullable<Records["load"]>,
): string => `### Load

![Responses per second relative to bare node:http](performance.svg)

Responses per second over ${load.connections} connections, measured with ${load.generator}: medians of ${load.rounds} rounds of ${load.seconds} s. In parentheses: the ratio to bare \`node:http\`, per round; then the same ratio for responses per second of processor time.

${createRunnerTable(
	load.speeds,
	({ perSecond, share, shareByTime }) =>
		`${formatNumber(perSecond.median)} (${[share, shareByTime].flatMap((each) => each?.median.toFixed(2) ?? []).join(", ")})`,
)}

Latency of each server at half of its maximum rate: p50 / p99 in milliseconds, and in parentheses the ratio of its p99 to that of bare \`node:http\`.

${createRunnerTable(
	load.latencies,
	({ p50, p99, ratio }) =>
		`${p50.median.toFixed(2)} / ${p99.median.toFixed(2)} (${ratio.median.toFixed(2)})`,
)}

`;

const createMemorySection = (
	soak: NonNullable<Records["soak"]>,
): string => `### Memory

Resident memory in MiB after 10%, 50% and 100% of ${formatNumber(soak.amount)} reads; and memory in use after ${formatNumber(soak.amount)} commands, in bytes per command (including its audit record) and per record.

${formatMarkdownTable(
	["", "10%", "50%", "100%", "bytes per command", "bytes per record"],
	soak.reads.map(({ runner, course }) => {
		const tenths = [course[0], course[4], course[9]];
		const writes = soak.writes.filter((each) => each.runner === runner);
		return [
			runner,
			...tenths.map((each) => (each ? formatMegabytes(each.bytes) : "")),
			...writes.flatMap(({ bytesPerWrite, bytesPerRecord }) =>
				[bytesPerWrite, bytesPerRecord].map(formatNumber),
			),
		];
	}),
)}

`;

function describeConditions(records: readonly BenchmarkRecord[]): string {
	const machines = unique(records.map(({ machine }) => formatMachine(machine)));
	const runs = unique(records.map(({ run }) => run));
	const dates = unique(runs.map((run) => run.slice(0, 10))).sort();
	const loads = records.map(
		({ bench, machine }) => `${bench} ${machine.load.toFixed(1)}`,
	);
	const warn = (sentence: string, key: "disturbed" | "quick"): string => {
		const names = records.flatMap((each) => (each[key] ? each.bench : []));
		return names.length > 0 ? ` ${sentence}: ${names.join(", ")}.` : "";
	};
	return [
		`Measured on ${dates.join(" and ")} in ${runs.length === 1 ? "one run" : `${runs.length} runs`}, on ${machines.join("; and on ")}.`,
		` Load average of the minute before each benchmark: ${loads.join(", ")}.`,
		warn(
			"Other processes used too much processor time during these benchmarks, so their results are not valid",
			"disturbed",
		),
		warn("Measured with fewer and shorter rounds (`--quick`)", "quick"),
	].join("");
}

/** Renders the generated part of `docs/performance.md`. */
export function renderResults(records: Records): string {
	const measured = Object.values(records).filter((each) => each !== undefined);
	return `${describeConditions(measured)}
Ratios are medians, with the quartiles in parentheses.

${createGoalTable(measured)}

${records.load ? createLoadSection(records.load) : ""}${records.soak ? createMemorySection(records.soak) : ""}### Repeat the measurement

\`\`\`sh
npm ci && npm run build
${installPeers(".bench/peers")}
npm run bench -- start load soak scale linear intercept report --peers
\`\`\``;
}
