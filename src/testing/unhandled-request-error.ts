import type { Unhandled } from "../adapters/msw/unhandled-options.ts";
import { plural } from "../values/plural.ts";
import { describeNearest } from "./describe-received.ts";

/** Reports requests that matched no operation, even if the code under test ignored their failure. */
export class UnhandledRequestError extends Error {
	override readonly name = "UnhandledRequestError";
	readonly requests: readonly Unhandled[];

	constructor(requests: readonly Unhandled[]) {
		super(
			[
				`${plural(requests.length, "request")} matched no operation:`,
				...requests.flatMap(({ method, url, status, sentFrom, nearest }) => [
					`  ${method} ${url} ${status === undefined ? "was rejected" : `returned ${status}`}`,
					...(sentFrom === undefined ? [] : [`    sent from ${sentFrom}`]),
					...describeNearest(nearest),
				]),
				'Fix the code that sends them, or pass onUnhandled: "warn" or "bypass" if this is intended.',
			].join("\n"),
		);
		this.requests = requests;
		// The place that throws the error is unrelated to the places that sent the requests.
		const places = new Set(requests.flatMap(({ sentFrom }) => sentFrom ?? []));
		this.stack = [
			`${this.name}: ${this.message}`,
			...[...places].map((place) => `    at ${place}`),
		].join("\n");
	}
}
