import { expect, test } from "vitest";
import {
	type Exposition,
	readExposition,
} from "../../contracts/probes/read-exposition.ts";
import type { Asked, Open } from "./asking.ts";

const read = async (provider: Asked): Promise<Exposition> =>
	readExposition((await provider.send("/metrics")).text);

/** Adds tests of the metric families and of what changes them. */
async function useProvider(provider: Asked): Promise<void> {
	await provider.send("/v1/health");
	await provider.send("/v1/health", { method: "HEAD" });
	await provider.send("/v1/zaps?limit=0");
	await provider.send("/v1/nothing");
	await provider.post("/v1/zaps", { name: "x" });
	await provider.post("/v1/zaps", {});
	await provider.post("/v1/command", { command: "x" });
	await provider.post("/v1/pipeline", {
		steps: [{ command: "x" }, { command: "y" }],
	});
}

export function addMetricsCases(open: Open): void {
	test("exposes every documented family with its type, even before the first request", async () => {
		await using provider = await open();
		const { types, total } = await read(provider);
		expect(Object.fromEntries(types)).toMatchObject({
			http_requests_total: "counter",
			http_request_duration_seconds: "histogram",
			commands_total: "counter",
			pipelines_total: "counter",
			zaps: "gauge",
			audit_records: "gauge",
		});
		for (const name of [
			"commands_total",
			"pipelines_total",
			"zaps",
			"audit_records",
		])
			expect(total(name)).toBe(0);
	});

	test("counts requests by operation and status, and accepted writes, immediately", async () => {
		await using provider = await open();
		await useProvider(provider);
		const { total } = await read(provider);
		const requests = (operation: string, status: string) =>
			total("http_requests_total", { operation, status });
		expect(requests("getHealth", "200")).toBe(2);
		expect(requests("listZaps", "400")).toBe(1);
		expect(requests("listZaps", "200")).toBeUndefined();
		expect(requests("createZap", "201")).toBe(1);
		expect(requests("createZap", "400")).toBe(1);
		expect(requests("submitCommand", "202")).toBe(1);
		expect(requests("submitPipeline", "202")).toBe(1);
		expect(requests("getMetrics", "200")).toBeUndefined();
		expect(total("commands_total")).toBe(1);
		expect(total("pipelines_total")).toBe(1);
		expect(total("zaps")).toBe(1);
		expect(total("audit_records")).toBe(3);
		const again = await read(provider);
		expect(
			again.total("http_requests_total", {
				operation: "getMetrics",
				status: "200",
			}),
		).toBe(1);
		for (const name of ["commands_total", "pipelines_total", "zaps"])
			expect(again.total(name)).toBe(1);
	});

	test("has a histogram with consistent buckets for each request counter", async () => {
		await using provider = await open();
		await useProvider(provider);
		const { samples, total } = await read(provider);
		const name = "http_request_duration_seconds";
		const counts = samples.filter((sample) => sample.name === `${name}_count`);
		expect(counts.length).toBeGreaterThanOrEqual(6);
		for (const { labels, value } of counts) {
			expect(total("http_requests_total", labels)).toBe(value);
			expect(total(`${name}_sum`, labels)).toBeGreaterThan(0);
			const buckets = samples.filter(
				(sample) =>
					sample.name === `${name}_bucket` &&
					Object.entries(labels).every(
						([label, text]) => sample.labels[label] === text,
					),
			);
			const bounds = buckets.map(({ labels: { le } }) =>
				Number(le?.replace("Inf", "Infinity")),
			);
			expect(bounds).toEqual([...bounds].sort((one, other) => one - other));
			expect(bounds.at(-1)).toBe(Number.POSITIVE_INFINITY);
			const upTo = buckets.map((bucket) => bucket.value);
			expect(upTo).toEqual([...upTo].sort((one, other) => one - other));
			expect(upTo.at(-1)).toBe(value);
			// No request in this test takes ten seconds.
			expect(upTo[bounds.indexOf(10)]).toBe(value);
		}
	});
}
