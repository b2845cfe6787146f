import { afterAll, expect, test } from "vitest";
import { startStub } from "../../support/stub-server.ts";
import { runAutocannon } from "./autocannon.ts";
import { type BenchRequest, benchRequests } from "./bench-requests.ts";
import { sendAtRate } from "./send-at-rate.ts";

const [request] = benchRequests as [BenchRequest];
const startServer = (status: number) =>
	startStub((_, response) => {
		const type = { "content-type": "application/json" };
		response.writeHead(status, { ...type, "content-length": "2" }).end("{}");
	});
const good = await startServer(200);
const broken = await startServer(500);
afterAll(async () => {
	await good[Symbol.asyncDispose]();
	await broken[Symbol.asyncDispose]();
});

test("autocannon counts responses and fails on an error response", async () => {
	const send = (url: string): Promise<number> =>
		runAutocannon(url, [request], { amount: 100 });
	expect(await send(good.url)).toBeGreaterThan(0);
	await expect(send(broken.url)).rejects.toThrow(
		"100 were not 2xx and 0 are missing",
	);
});

test("paced requests keep their rate, and an error response ends the measurement", async () => {
	const startedAt = performance.now();
	const latencies = await sendAtRate(good.url, request, 200, 0.5);
	expect(performance.now() - startedAt).toBeGreaterThan(450);
	expect(latencies.length).toBeGreaterThan(10);
	expect(latencies.length).toBeLessThanOrEqual(100);
	await expect(sendAtRate(broken.url, request, 200, 0.5)).rejects.toThrow(
		"it responded with HTTP/1.1 500",
	);
});
