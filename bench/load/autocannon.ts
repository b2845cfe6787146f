import autocannon from "autocannon";
import { type BenchRequest, CONNECTIONS } from "./bench-requests.ts";

/**
 * Sends the requests in turn on every connection, each as soon as the previous response is complete.
 * @param limit the duration in seconds, or the number of requests
 * @returns responses per second
 * @throws Error if any response is not 2xx or is missing
 */
export async function runAutocannon(
	url: string,
	requests: readonly BenchRequest[],
	limit: { readonly duration: number } | { readonly amount: number },
): Promise<number> {
	const result = await autocannon({
		...{ url, requests: [...requests], connections: CONNECTIONS },
		// autocannon checks whether the time is over only when it samples.
		sampleInt: 100,
		...limit,
	});
	const { errors, non2xx, duration } = result;
	if (errors > 0 || non2xx > 0)
		throw new Error(
			`Cannot measure ${requests.map(({ operation }) => operation).join(" and ")} of ${url}: ${result["2xx"]} responses were 2xx, ${non2xx} were not 2xx and ${errors} are missing.`,
		);
	return result["2xx"] / duration;
}
