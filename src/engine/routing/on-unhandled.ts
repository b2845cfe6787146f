import type { NearMiss } from "./near-miss.ts";

/** What to do with a request that no operation matches: reject it, pass it on with a warning, or pass it on silently. */
export type UnhandledVerdict = "error" | "warn" | "bypass";

/** One verdict for every such request, or a function that decides for each. */
export type OnUnhandled =
	| UnhandledVerdict
	| ((request: Readonly<Record<"method" | "url", string>>) => UnhandledVerdict);

/** @throws RangeError for an unknown verdict */
export function requireOnUnhandled(onUnhandled: OnUnhandled): OnUnhandled {
	const verdicts: readonly unknown[] = ["error", "warn", "bypass"];
	if (typeof onUnhandled !== "function" && !verdicts.includes(onUnhandled))
		throw new RangeError(
			`Unknown onUnhandled "${String(onUnhandled)}". Use one of ${verdicts.join(", ")}, or a function that returns one of them for each request.`,
		);
	return onUnhandled;
}

/** A request that no operation matched, and that should not have been sent. */
export interface Unhandled {
	readonly method: string;
	readonly url: string;
	/** The status of the response; undefined if the request was rejected without one. */
	readonly status?: number;
	/** File, line and column of the code that sent the request; undefined if they are unknown. */
	readonly sentFrom?: string | undefined;
	/** The nearest operations, nearest first. */
	readonly nearest: readonly NearMiss[];
}

export const verdictOn = (
	onUnhandled: OnUnhandled,
	request: Pick<Request, "method" | "url">,
): UnhandledVerdict =>
	typeof onUnhandled === "function" ? onUnhandled(request) : onUnhandled;
