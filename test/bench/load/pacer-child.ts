import { quantile } from "../statistics.ts";
import { pace } from "./send-at-rate.ts";
import type { PaceAnswer, PaceOrder } from "./pacer.ts";

async function carryOut(order: PaceOrder): Promise<PaceAnswer> {
	const { url, ask, perSecond, warmUpSeconds, seconds } = order;
	try {
		await pace(url, ask, perSecond, warmUpSeconds);
		const latencies = (await pace(url, ask, perSecond, seconds)).sort();
		return {
			p50: quantile(latencies, 0.5),
			p99: quantile(latencies, 0.99),
			counted: latencies.length / Math.floor(perSecond * seconds),
		};
	} catch (error) {
		return { error: error instanceof Error ? error.message : String(error) };
	}
}

process.on("message", async (order: PaceOrder) => {
	process.send?.(await carryOut(order));
});
