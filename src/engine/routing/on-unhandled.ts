import type { NearMiss } from "./near-miss.ts";

/** What becomes of a request that no operation matches: refused, let through with a warning, or let through silently. */
export type UnhandledVerdict = "error" | "warn" | "bypass";

/** The same for every such request, or decided for each. */
export type OnUnhandled =
	| UnhandledVerdict
	| ((request: Readonly<Record<"method" | "url", string>>) => UnhandledVerdict);

/** @throws RangeError for what is neither a verdict nor a function that gives one */
export function requireOnUnhandled(onUnhandled: OnUnhandled): OnUnhandled {
	const verdicts: readonly unknown[] = ["error", "warn", "bypass"];
	if (typeof onUnhandled !== "function" && !verdicts.includes(onUnhandled))
		throw new RangeError(
			`There is no onUnhandled "${String(onUnhandled)}". Use one of ${verdicts.join(", ")}, or a function that gives one for each request.`,
		);
	return onUnhandled;
}

/** A request that no operation matched, and that should not have been sent. */
export interface Unhandled {
	readonly method: string;
	readonly url: string;
	/** With what it was answered all the same; undefined where it was refused. */
	readonly status?: number;
	/** The operations it came closest to, nearest first. */
	readonly nearest: readonly NearMiss[];
}

export const verdictOn = (
	onUnhandled: OnUnhandled,
	request: Pick<Request, "method" | "url">,
): UnhandledVerdict =>
	typeof onUnhandled === "function" ? onUnhandled(request) : onUnhandled;
