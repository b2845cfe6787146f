import autocannon from "autocannon";
import {
	type BenchRequest,
	CONNECTIONS,
	createHeaders,
} from "./bench-requests.ts";

type Limit = { readonly duration: number } | { readonly amount: number };

/**
 * Sends the requests in turn on every connection, each as soon as the previous response is complete.
 * @param limit the duration in seconds, or the number of requests
 * @returns responses per second
 * @throws Error if any response is not 2xx or is missing
 */
export async function runAutocannon(
	url: string,
	requests: readonly BenchRequest[],
	limit: Limit,
	signal: AbortSignal,
): Promise<number> {
	signal.throwIfAborted();
	const options: autocannon.Options = {
		url,
		connections: CONNECTIONS,
		// autocannon checks whether the time is over only when it samples.
		sampleInt: 100,
		requests: requests.map((request) => ({
			method: request.method,
			path: request.path,
			headers: createHeaders(request),
			body: request.body,
		})),
		...limit,
	};
	const result = await new Promise<autocannon.Result>((resolve, reject) => {
		const instance = autocannon(options, (error, finished) => {
			signal.removeEventListener("abort", stop);
			if (error) reject(error);
			else resolve(finished);
		});
		const stop = (): void => instance.stop();
		signal.addEventListener("abort", stop);
	});
	signal.throwIfAborted();
	const { errors, non2xx, duration } = result;
	if (errors > 0 || non2xx > 0)
		throw new Error(
			`Cannot measure ${requests.map(({ operation }) => operation).join(" and ")} of ${url}: ${result["2xx"]} responses were 2xx, ${non2xx} were not 2xx and ${errors} are missing.`,
		);
	return result["2xx"] / duration;
}
