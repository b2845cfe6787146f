import { Counter, Gauge, Histogram, Registry } from "prom-client";
import type { Table } from "./store.ts";

export interface Metrics {
	readonly registry: Registry;
	observe(operation: string, status: number, seconds: number): void;
}

export function createMetrics(count: (table: Table) => number): Metrics {
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
		registers,
	});
	for (const table of ["commands", "pipelines"] as const)
		new Counter({
			name: `${table}_total`,
			help: `Number of accepted ${table}.`,
			registers,
			collect() {
				this.reset();
				this.inc(count(table));
			},
		});
	for (const [name, table] of [
		["zaps", "zaps"],
		["audit_records", "audit"],
	] as const)
		new Gauge({
			name,
			help: `Number of rows in ${table}.`,
			registers,
			collect() {
				this.set(count(table));
			},
		});
	return {
		registry,
		observe(operation, status, seconds) {
			const labels = { operation, status: `${status}` };
			requests.inc(labels);
			durations.observe(labels, seconds);
		},
	};
}
