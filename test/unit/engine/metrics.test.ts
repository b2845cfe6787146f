import { expect, test } from "vitest";
import { createTestMock } from "./test-mock.ts";

test("the metrics count requests by operation and status, their durations, and records", async () => {
	await using mock = createTestMock({ dataset: "empty" });
	const before = (await mock.get("/metrics")).body;
	expect(before).toContain("zaps 0\n");
	expect(before).not.toContain("{");
	await mock.create("A");
	await mock.post("/v1/pipeline", { steps: [{ command: "run" }] });
	await mock.send("/v1/zaps", { method: "HEAD" });
	await mock.get("/v1/zaps?limit=0");
	await mock.get("/nope");
	const lines = String((await mock.get("/metrics")).body).split("\n");
	expect(lines).toEqual(
		expect.arrayContaining([
			'http_requests_total{operation="getMetrics",status="200"} 1',
			'http_requests_total{operation="createZap",status="201"} 1',
			'http_requests_total{operation="listZaps",status="200"} 1',
			'http_requests_total{operation="listZaps",status="400"} 1',
			"# TYPE http_request_duration_seconds histogram",
			'http_request_duration_seconds_bucket{operation="createZap",status="201",le="0.005"} 1',
			'http_request_duration_seconds_bucket{operation="createZap",status="201",le="+Inf"} 1',
			'http_request_duration_seconds_sum{operation="createZap",status="201"} 0',
			...["commands_total 0", "pipelines_total 1", "zaps 1"],
			"audit_records 2",
		]),
	);
	const counted = lines.filter((line) => line.startsWith("http_requests"));
	expect(counted).toHaveLength(5);
});
