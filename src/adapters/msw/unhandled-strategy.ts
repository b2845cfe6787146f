import type { UnhandledRequestCallback } from "msw";
import type { BareCore as Core } from "../../engine/create-bare-core.ts";
import {
	type OnUnhandled,
	type Unhandled,
	verdictOn,
} from "../../engine/routing/on-unhandled.ts";

/** What is to be done with requests that no handler matches. */
export interface UnmatchedPolicy {
	readonly mock: Pick<Core, "recordUnmatched">;
	readonly onUnhandled: OnUnhandled;
	/** Told of each that was refused. */
	readonly onError?: ((unhandled: Unhandled) => void) | undefined;
}

/** A request that may not be answered, whatever would match it. */
export interface RejectedRequest {
	/** Why, in words. */
	readonly refused: string;
}

export function describeUnhandled({ method, url, nearest }: Unhandled): string {
	const near = nearest.map(({ operation, why }) => `\n  ${operation}: ${why}`);
	const closest = near.length > 0 ? ` It came closest to:${near.join("")}` : "";
	return `No handler matches ${method} ${url}.${closest}\nPass onUnhandled: "bypass" to let such requests through.`;
}

/**
 * MSW answers other errors with 500, as if the service had failed; those with code and errno break the connection, and
 * of a broken connection `fetch` makes a TypeError.
 */
const refusal = (message: string): TypeError =>
	Object.assign(new TypeError(message), {
		code: "ERR_UNHANDLED_REQUEST",
		errno: 0,
	});

/**
 * @param handling looked up for each request; undefined to let it through
 * @param warn how a warning is given
 */
export function unhandledStrategy(
	handling: (request: Request) => UnmatchedPolicy | RejectedRequest | undefined,
	warn: (message: string) => void,
): UnhandledRequestCallback {
	return (request) => {
		const current = handling(request);
		if (!current) return;
		const { method, url } = request;
		if ("refused" in current)
			throw refusal(`${method} ${url} was refused: ${current.refused}`);
		const verdict = verdictOn(current.onUnhandled, request);
		if (verdict === "bypass") return;
		const unhandled = {
			method,
			url,
			nearest: current.mock.recordUnmatched(request),
		};
		const message = describeUnhandled(unhandled);
		if (verdict === "warn") return warn(message);
		current.onError?.(unhandled);
		throw refusal(message);
	};
}
