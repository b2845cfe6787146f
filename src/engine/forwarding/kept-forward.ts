import type { ActiveForward } from "./forwarder.ts";

/** Forwarding as a file keeps it; plain JSON. Values of headers are left out, because they may be credentials. */
export interface KeptForward
	extends Pick<ActiveForward, "url" | "operations" | "timeoutMs" | "strict"> {
	/** The names of all headers. */
	readonly headerNames: readonly string[];
	/** Whether the headers are those that the mock was started with. */
	readonly hasInitialHeaders: boolean;
}

/**
 * Describes the forwarding of a session for a file.
 * @param initial what the mock was started with
 * @returns undefined for `initial`, so that a restart with other flags applies; null if nothing is forwarded
 */
export function toKeptForward(
	forward: ActiveForward | undefined,
	initial: ActiveForward | undefined,
): KeptForward | null | undefined {
	if (forward === initial) return undefined;
	if (!forward) return null;
	const { url, operations, timeoutMs, strict, headers, lostHeaders } = forward;
	return {
		url,
		operations,
		timeoutMs,
		strict,
		headerNames: [...Object.keys(headers), ...(lostHeaders ?? [])],
		hasInitialHeaders: headers === initial?.headers,
	};
}

/** Returns the forwarding that was kept. Only headers that the mock was started with, for the same origin, have values again. */
export function fromKeptForward(
	kept: KeptForward | null | undefined,
	initial: ActiveForward | undefined,
): ActiveForward | undefined {
	if (kept === undefined) return initial;
	if (kept === null) return undefined;
	const { headerNames, hasInitialHeaders, ...rest } = kept;
	const isSameOrigin =
		initial && new URL(initial.url).origin === new URL(kept.url).origin;
	const headers =
		hasInitialHeaders && isSameOrigin ? initial.headers : NO_HEADERS;
	return {
		...rest,
		headers,
		lostHeaders: headerNames.filter((name) => !Object.hasOwn(headers, name)),
	};
}

const NO_HEADERS: ActiveForward["headers"] = {};
