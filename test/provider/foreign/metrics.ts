import { Counter, Gauge, Histogram, Registry } from "prom-client";
import type { Switches } from "./differences.ts";
import type { Reply } from "./problem.ts";

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
	const labels = ["operation", "status"];
	const requests = new Counter(describe("http_requests_total", labels));
	const durations = new Histogram(
		describe("http_request_duration_seconds", labels),
	);
	return {
		commands: new Counter(describe("commands_total")),
		pipelines: new Counter(describe("pipelines_total")),
		zaps: new Gauge(describe("zaps")),
		auditRecords: new Gauge(describe("audit_records")),
		observe(operation: string, status: number, seconds: number): void {
			requests.labels(operation, `${status}`).inc();
			durations.labels(operation, `${status}`).observe(seconds);
		},
		async expose(): Promise<Reply> {
			if (has("metrics-json"))
				return { status: 200, body: await registry.getMetricsAsJSON() };
			const body = await registry.metrics();
			return { status: 200, type: registry.contentType, body };
		},
	};
}
