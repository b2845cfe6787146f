import autocannon from "autocannon";
import {
	type BenchRequest,
	CONNECTIONS,
	createHeaders,
} from "./bench-requests.ts";

const SAMPLE_MS = 100;

type Limit = { readonly seconds: number } | { readonly amount: number };

function startAutocannon(
	options: autocannon.Options,
	signal: AbortSignal,
): Promise<autocannon.Result> {
	return new Promise((resolve, reject) => {
		const instance = autocannon(options, (error, result) => {
			signal.removeEventListener("abort", stop);
			if (error) reject(error);
			else resolve(result);
		});
		const stop = (): void => instance.stop();
		signal.addEventListener("abort", stop);
	});
}

/**
 * Sends the requests in turn on every connection, each as soon as the previous response is complete.
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
	const result = await startAutocannon(
		{
			url,
			connections: CONNECTIONS,
			// autocannon checks whether the time is over only when it samples.
			sampleInt: SAMPLE_MS,
			requests: requests.map((request) => ({
				method: request.method,
				path: request.path,
				headers: createHeaders(request),
				body: request.body,
			})),
			...("amount" in limit
				? { amount: limit.amount }
				: { duration: limit.seconds }),
		},
		signal,
	);
	signal.throwIfAborted();
	const { errors, non2xx, duration } = result;
	if (errors > 0 || non2xx > 0)
		throw new Error(
			`Cannot measure ${requests.map(({ operation }) => operation).join(" and ")} of ${url}: ${result["2xx"]} responses were 2xx, ${non2xx} were not 2xx and ${errors} are missing.`,
		);
	return result["2xx"] / duration;
}
