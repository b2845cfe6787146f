import { errorMessage } from "../../../src/values/error-message.ts";
import { computeQuantile } from "../statistics.ts";

import { sendAtRate } from "./send-at-rate.ts";
import type { PaceOptions, PaceResult } from "./send-paced.ts";

async function pace(options: PaceOptions): Promise<PaceResult> {
	const { url, request, perSecond, warmUpSeconds, seconds } = options;
	try {
		await sendAtRate(url, request, perSecond, warmUpSeconds);
		const sent = await sendAtRate(url, request, perSecond, seconds);
		const latencies = sent.sort();
		return {
			p50: computeQuantile(latencies, 0.5),
			p99: computeQuantile(latencies, 0.99),
			counted: latencies.length / Math.floor(perSecond * seconds),
		};
	} catch (error) {
		return { error: errorMessage(error) };
	}
}

const [, , options = ""] = process.argv;
process.stdout.write(JSON.stringify(await pace(JSON.parse(options))));
