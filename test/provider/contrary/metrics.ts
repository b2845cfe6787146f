import type { State } from "./state.ts";

/** Counts exchanges and formats all metrics for Prometheus. */
export interface Metrics {
	count(
		labels: { operation: string; status: number; method: string },
		seconds: number,
	): void;
	format(state: State): string;
}

interface Series {
	readonly labels: string;
	readonly durations: number[];
}

const BOUNDS = [
	0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60,
];
/** Formats numbers as the Python client does. */
const float = (value: number): string =>
	Number.isInteger(value) ? `${value}.0` : `${value}`;

function histogram({ labels, durations }: Series): string[] {
	const name = "http_request_duration_seconds";
	const upTo = (bound: number): number =>
		durations.filter((duration) => duration <= bound).length;
	const sum = durations.reduce((total, duration) => total + duration, 0);
	return [
		`${name}_sum{${labels}}\t${sum.toExponential()}`,
		`${name}_count{${labels}}\t${durations.length}`,
		...BOUNDS.map(
			(bound) => `${name}_bucket{le="${bound}",${labels}} ${upTo(bound)}`,
		),
		`${name}_bucket{le="+Inf",${labels}} ${durations.length}`,
	];
}

export function createMetrics(): Metrics {
	const started = Date.now();
	const all = new Map<string, Series>();
	return {
		count({ operation, status, method }, seconds) {
			// The Java client also writes a comma after the last label.
			const labels = `method="${method}",status="${status}",zone="nowhere, \\"really\\"",operation="${operation}",`;
			const series = all.get(labels) ?? { labels, durations: [] };
			series.durations.push(seconds);
			all.set(labels, series);
		},
		format({ counts: { commands, pipelines }, zaps, audit }) {
			const series = [...all.values()];
			const at = Date.now();
			return [
				"# The metrics of the service.",
				"",
				"# TYPE audit_records gauge",
				`audit_records ${float(audit.size)} ${at}`,
				"# TYPE build_info untyped",
				"# HELP build_info A back\\\\slash and\\na line.",
				'build_info{version="2.7.1",branch="",} 1',
				"# TYPE http_request_duration_seconds histogram",
				...series.flatMap(histogram),
				"",
				"# HELP pipelines_total",
				"# TYPE pipelines_total counter",
				`pipelines_total ${float(pipelines)}`,
				"# HELP\tzaps  How many there are. ",
				"# TYPE\tzaps\tgauge",
				`zaps{} \t${float(zaps.size)}`,
				"# TYPE queue_age_seconds summary",
				'queue_age_seconds{quantile="0.5",} NaN',
				"queue_age_seconds_sum 0",
				"queue_age_seconds_count 0",
				"# TYPE commands_total counter",
				`commands_total ${commands.toExponential()} ${at}`,
				"# TYPE http_requests_total counter",
				...series.map(
					({ labels, durations }) =>
						`http_requests_total{${labels}} ${float(durations.length)}`,
				),
				"# TYPE process_start_time_seconds gauge",
				`process_start_time_seconds ${(started / 1000).toExponential()}`,
				"# EOF",
				"",
			].join("\n");
		},
	};
}
