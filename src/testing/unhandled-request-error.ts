import type { Unhandled } from "../engine/routing/on-unhandled.ts";
import { describeNearest, formatRequestCount } from "./describe-received.ts";

/** Reports requests that matched no operation, even if the code under test ignored their failure. */
export class UnhandledRequestError extends Error {
	override readonly name = "UnhandledRequestError";
	readonly requests: readonly Unhandled[];

	constructor(requests: readonly Unhandled[]) {
		super(
			[
				`${formatRequestCount(requests.length)} matched no operation:`,
				...requests.flatMap(({ method, url, status, nearest }) => [
					`  ${method} ${url} ${status === undefined ? "was rejected" : `returned ${status}`}`,
					...describeNearest(nearest),
				]),
				'Fix the code that sends them, or pass onUnhandled: "warn" or "bypass" if this is intended.',
			].join("\n"),
		);
		this.requests = requests;
		// The place that throws the error has nothing to do with the place that sent the requests.
		this.stack = `${this.name}: ${this.message}`;
	}
}
