import { errorMessage } from "../../../src/values/error-message.ts";
import { computeQuantile } from "../statistics.ts";
import type { PaceRequest, PaceResult } from "./pacer.ts";
import { sendAtRate } from "./send-at-rate.ts";

async function runPaceRequest(paced: PaceRequest): Promise<PaceResult> {
	const { url, request, perSecond, warmUpSeconds, seconds } = paced;
	try {
		await sendAtRate(url, request, perSecond, warmUpSeconds);
		const latencies = (
			await sendAtRate(url, request, perSecond, seconds)
		).sort();
		return {
			p50: computeQuantile(latencies, 0.5),
			p99: computeQuantile(latencies, 0.99),
			counted: latencies.length / Math.floor(perSecond * seconds),
		};
	} catch (error) {
		return { error: errorMessage(error) };
	}
}

process.on("message", async (paced: PaceRequest) => {
	process.send?.(await runPaceRequest(paced));
});
