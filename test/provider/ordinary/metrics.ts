import { Counter, Gauge, Histogram, Registry } from "prom-client";
import type { Counts } from "./store.ts";

export interface Metrics {
	readonly contentType: string;
	observe(operation: string, status: number, seconds: number): void;
	expose(): Promise<string>;
}

export function createMetrics(counts: () => Counts): Metrics {
	const registry = new Registry();
	const registers = [registry];
	const labelNames = ["operation", "status"];
	const requests = new Counter({
		name: "http_requests_total",
		help: "Requests answered, by operation and status.",
		labelNames,
		registers,
	});
	const durations = new Histogram({
		name: "http_request_duration_seconds",
		help: "Time from request to answer, by operation and status.",
		labelNames,
		buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
		registers,
	});
	/** Read from the tables, so that nothing is counted twice. */
	const counted = [
		{ name: "commands_total", help: "Commands accepted.", of: "commands" },
		{ name: "pipelines_total", help: "Pipelines accepted.", of: "pipelines" },
	] as const;
	for (const { name, help, of } of counted)
		new Counter({
			name,
			help,
			registers,
			collect() {
				this.reset();
				this.inc(counts()[of]);
			},
		});
	const kept = [
		{ name: "zaps", help: "Zaps in the collection.", of: "zaps" },
		{ name: "audit_records", help: "Audit records kept.", of: "auditRecords" },
	] as const;
	for (const { name, help, of } of kept)
		new Gauge({
			name,
			help,
			registers,
			collect() {
				this.set(counts()[of]);
			},
		});
	return {
		contentType: registry.contentType,
		observe(operation, status, seconds) {
			const labels = { operation, status: `${status}` };
			requests.inc(labels);
			durations.observe(labels, seconds);
		},
		expose: () => registry.metrics(),
	};
}
