import { computeQuantile } from "../statistics.ts";
import { sendAtRate } from "./send-at-rate.ts";
import type { Latency, sendPaced } from "./send-paced.ts";

const [url, request, perSecond, seconds, warmUpSeconds]: Parameters<
	typeof sendPaced
> = JSON.parse(process.argv[2] ?? "");
await sendAtRate(url, request, perSecond, warmUpSeconds);
const latencies = await sendAtRate(url, request, perSecond, seconds);
const latency: Latency = {
	p50: computeQuantile(latencies, 0.5),
	p99: computeQuantile(latencies, 0.99),
	counted: latencies.length / Math.floor(perSecond * seconds),
};
process.stdout.write(JSON.stringify(latency));
