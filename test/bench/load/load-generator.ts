import { runAutocannon } from "./autocannon.ts";
import type { BenchRequest } from "./bench-requests.ts";
import { isWrkInstalled, runWrk } from "./wrk.ts";

/** A tool that sends requests as fast as the server responds. */
export interface LoadGenerator {
	readonly name: string;
	/**
	 * @returns responses per second
	 * @throws Error if any response is not 2xx or is missing
	 */
	saturate(
		url: string,
		request: BenchRequest,
		seconds: number,
		signal: AbortSignal,
	): Promise<number>;
}

const AUTOCANNON: LoadGenerator = {
	name: "autocannon",
	saturate: (url, request, seconds, signal) =>
		runAutocannon(url, [request], { seconds }, signal),
};

/** Chooses wrk if it is installed, otherwise autocannon. */
export const chooseLoadGenerator = async (): Promise<LoadGenerator> =>
	(await isWrkInstalled()) ? { name: "wrk", saturate: runWrk } : AUTOCANNON;
