import { expect, test } from "vitest";
import { runAutocannon } from "../../../bench/load/autocannon.ts";
import { getHealth } from "../../../bench/load/bench-requests.ts";
import { sendAtRate } from "../../../bench/load/send-at-rate.ts";
import { type StubServer, startStub } from "../../support/stub-server.ts";

const startServer = (status: number) =>
	startStub((_, response) => {
		const type = { "content-type": "application/json" };
		response.writeHead(status, { ...type, "content-length": "2" }).end("{}");
	});

test("autocannon counts responses and fails on an error response", async () => {
	await using good = await startServer(200);
	await using broken = await startServer(500);
	const send = ({ url }: StubServer): Promise<number> =>
		runAutocannon(url, [getHealth], { amount: 100 });
	expect(await send(good)).toBeGreaterThan(0);
	await expect(send(broken)).rejects.toThrow(
		"100 were not 2xx and 0 are missing",
	);
});

test("paced requests keep their rate, and an error response ends the measurement", async () => {
	await using good = await startServer(200);
	await using broken = await startServer(500);
	const send = ({ url }: StubServer): Promise<number[]> =>
		sendAtRate(url, getHealth, 200, 0.5);
	const startedAt = performance.now();
	const latencies = await send(good);
	expect(performance.now() - startedAt).toBeGreaterThan(450);
	expect(latencies.length).toBeGreaterThan(10);
	expect(latencies.length).toBeLessThanOrEqual(100);
	await expect(send(broken)).rejects.toThrow("it responded with HTTP/1.1 500");
});
