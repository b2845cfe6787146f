import type { Unhandled } from "../engine/routing/on-unhandled.ts";

const tell = ({ method, url, status, nearest }: Unhandled): string =>
	[
		`  ${method} ${url} ${status === undefined ? "was refused" : `was answered with ${status}`}`,
		...nearest.map(({ operation, why }) => `    ${operation}: ${why}`),
	].join("\n");

/** Requests were sent that no operation matches, whatever the code that sent them made of it. */
export class UnhandledRequestError extends Error {
	override readonly name = "UnhandledRequestError";
	readonly requests: readonly Unhandled[];

	constructor(requests: readonly Unhandled[]) {
		const many = requests.length > 1;
		super(
			[
				`${requests.length} request${many ? "s" : ""} matched no operation:`,
				...requests.map(tell),
				`Correct ${many ? "them" : "it"}, or pass onUnhandled: "warn" or "bypass" where such requests are meant.`,
			].join("\n"),
		);
		this.requests = requests;
		// Where it is thrown says nothing: it is about what was sent before.
		this.stack = `${this.name}: ${this.message}`;
	}
}
