import autocannon from "autocannon";
import { type Ask, CONNECTIONS, headersOf } from "./bench-requests.ts";

const SAMPLE_MS = 100;

type Extent = { readonly seconds: number } | { readonly amount: number };

function run(
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
 * Asks over and over on every connection, each time as soon as the answer is there, one of the asks after the other.
 * @returns answers a second
 * @throws Error where any answer was not 2xx, or did not come
 */
export async function withAutocannon(
	url: string,
	asks: readonly Ask[],
	extent: Extent,
	signal: AbortSignal,
): Promise<number> {
	signal.throwIfAborted();
	const result = await run(
		{
			url,
			connections: CONNECTIONS,
			// It looks only as often as it samples whether the time is over.
			sampleInt: SAMPLE_MS,
			requests: asks.map((ask) => ({
				method: ask.method,
				path: ask.path,
				headers: headersOf(ask),
				body: ask.body,
			})),
			...("amount" in extent
				? { amount: extent.amount }
				: { duration: extent.seconds }),
		},
		signal,
	);
	signal.throwIfAborted();
	const { errors, non2xx, duration } = result;
	if (errors > 0 || non2xx > 0)
		throw new Error(
			`Cannot measure ${asks.map(({ operation }) => operation).join(" and ")} of ${url}: beside ${result["2xx"]} good answers, ${non2xx} were not 2xx and ${errors} did not come.`,
		);
	return result["2xx"] / duration;
}
