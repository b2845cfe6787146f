import { expect, test } from "vitest";
import { startStub } from "../../support/stub-server.ts";
import { withAutocannon } from "./autocannon.ts";
import { checkAnswers } from "./check-same-responses.ts";
import { pace } from "./send-at-rate.ts";
import { type Ask, asks } from "./bench-requests.ts";

const [ask] = asks as [Ask];
const startAnswering = (status: number) =>
	startStub((_request, response) => {
		response.writeHead(status, {
			"content-type": "application/json",
			"content-length": "2",
		});
		response.end("{}");
	});

test("answers are counted, and an error among them ends the measurement", async () => {
	await using good = await startAnswering(200);
	await using broken = await startAnswering(500);
	const { signal } = new AbortController();
	const amount = { amount: 100 };
	expect(await withAutocannon(good.url, [ask], amount, signal)).toBeGreaterThan(
		0,
	);
	await expect(
		withAutocannon(broken.url, [ask], amount, signal),
	).rejects.toThrow("100 were not 2xx and 0 did not come");
});

test("paced requests come at their rate, and an error among the answers ends the measurement", async () => {
	await using good = await startAnswering(200);
	await using broken = await startAnswering(500);
	const begun = performance.now();
	const latencies = await pace(good.url, ask, 200, 0.5);
	expect(performance.now() - begun).toBeGreaterThan(450);
	expect(latencies.length).toBeGreaterThan(10);
	expect(latencies.length).toBeLessThanOrEqual(100);
	await expect(pace(broken.url, ask, 200, 0.5)).rejects.toThrow(
		"it answered HTTP/1.1 500",
	);
});

test("whoever answers otherwise is not compared with", async () => {
	await using good = await startAnswering(200);
	await using broken = await startAnswering(500);
	await expect(
		checkAnswers(good.url, good.url, "itself"),
	).resolves.toBeUndefined();
	await expect(checkAnswers(good.url, broken.url, "the rival")).rejects.toThrow(
		"Cannot compare with the rival: it answers getHealth with",
	);
});
