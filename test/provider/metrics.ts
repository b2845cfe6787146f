import { Counter, Gauge, Histogram, Registry } from "prom-client";
import type { Switches } from "./differences.ts";
import type { Reply } from "./problem.ts";

/** Families that the contract does not know. */
const MORE = `
# TYPE build_info untyped
# HELP build_info A back\\\\slash and\\na line.
build_info{version="2.7.1",branch="",} 1
# TYPE queue_age_seconds summary
queue_age_seconds{quantile="0.5",} NaN
queue_age_seconds_sum 0
queue_age_seconds_count 0
# EOF
`;

/** Formats metrics in other forms that the text format of Prometheus allows. */
const respell = (text: string): string =>
	`# The metrics of the service.\n\n${text}${MORE}`
		.replaceAll(/^# (HELP|TYPE) (zaps|commands_total) /gm, "#\t$1 $2\t ")
		.replaceAll(
			/^(zaps|commands_total|\w+_sum\{.*\}) (.*)/gm,
			(_, series, value) =>
				`${series}\t${Number(value).toExponential()} ${Date.now()}`,
		)
		.replaceAll(/(\}|^\w+) (\d+)$/gm, "$1 \t$2.0")
		.replaceAll(/^(zaps|pipelines_total)\b/gm, "$1{}")
		.replaceAll("{operation", '{zone="nowhere, \\"really\\"",operation')
		.replaceAll('"} ', '",} ');

export type Metrics = ReturnType<typeof createMetrics>;

export function createMetrics({ has, pick }: Switches) {
	const registry = new Registry();
	const prefix = pick("", { "metrics-prefix": "zapservice_" });
	const describe = (name: string, labelNames: string[] = []) => ({
		name: prefix + name,
		help: name,
		labelNames,
		registers: [registry],
	});
	// HEAD and GET become series of their own.
	const labels = pick(["operation", "status"], {
		"metrics-spelled": ["operation", "status", "method"],
	});
	const requests = new Counter(describe("http_requests_total", labels));
	const durations = new Histogram(
		describe("http_request_duration_seconds", labels),
	);
	return {
		commands: new Counter(describe("commands_total")),
		pipelines: new Counter(describe("pipelines_total")),
		zaps: new Gauge(describe("zaps")),
		auditRecords: new Gauge(describe("audit_records")),
		observe(seconds: number, ...values: readonly string[]): void {
			const known = values.slice(0, labels.length);
			requests.labels(...known).inc();
			durations.labels(...known).observe(seconds);
		},
		async expose(): Promise<Reply> {
			if (has("metrics-json"))
				return { status: 200, body: await registry.getMetricsAsJSON() };
			const metrics = await registry.metrics();
			const body = has("metrics-spelled") ? respell(metrics) : metrics;
			return { status: 200, type: registry.contentType, body };
		},
	};
}
