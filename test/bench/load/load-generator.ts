import { withAutocannon } from "./autocannon.ts";
import type { Ask } from "./bench-requests.ts";
import { hasWrk, withWrk } from "./wrk.ts";

/** What sends as many requests as are answered. */
export interface Generator {
	readonly name: string;
	/**
	 * @returns answers a second
	 * @throws Error where any answer was not 2xx, or did not come
	 */
	saturate(
		url: string,
		ask: Ask,
		seconds: number,
		signal: AbortSignal,
	): Promise<number>;
}

const AUTOCANNON: Generator = {
	name: "autocannon",
	saturate: (url, ask, seconds, signal) =>
		withAutocannon(url, [ask], { seconds }, signal),
};

/** wrk where it is installed, else autocannon. */
export const chooseGenerator = async (): Promise<Generator> =>
	(await hasWrk()) ? { name: "wrk", saturate: withWrk } : AUTOCANNON;
