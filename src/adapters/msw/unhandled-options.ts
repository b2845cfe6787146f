import type { Engine } from "../../engine/engine.ts";
import type { NearMiss } from "../../engine/routing/near-miss.ts";
import { createRedactedNames, redactTarget } from "../../values/redact.ts";

/**
 * What to do with a request that matches no operation: reject it, pass it on with a warning, or pass it on silently.
 */
export type UnhandledVerdict = "error" | "warn" | "bypass";

/** One verdict for all such requests, or a function that returns a verdict for each. */
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

/** A request that matches no operation, and that should not have been sent. */
export interface Unhandled {
	readonly method: string;
	/** Without credentials. */
	readonly url: string;
	/** The status of the response; undefined if the request was rejected without one. */
	readonly status?: number;
	/** File, line and column of the code that sent the request; undefined if unknown. */
	readonly sentFrom?: string | undefined;
	/** The nearest operations, nearest first. */
	readonly nearest: readonly NearMiss[];
}

export const verdictOn = (
	onUnhandled: OnUnhandled,
	request: Pick<Request, "method" | "url">,
): UnhandledVerdict =>
	typeof onUnhandled === "function" ? onUnhandled(request) : onUnhandled;

/** The mock that responds to a request, and what to do if no operation matches. */
export interface ActiveMock {
	readonly mock: Pick<
		Engine,
		"intercepts" | "match" | "fetch" | "recordUnmatched" | "nearest"
	>;
	readonly onUnhandled: OnUnhandled;
	/** Called with each request that was rejected. */
	readonly onError?: ((unhandled: Unhandled) => void) | undefined;
	/** A sentence about why operations may be missing. */
	readonly hint?: string | undefined;
}

/** A request that must be rejected, even if a handler matches. */
export interface RejectedRequest {
	/** The reason in words. */
	readonly refused: string;
}

/** Finds the mock for a request. Returns undefined to leave the request to others. */
export type FindActive = (
	request: Request,
) => ActiveMock | RejectedRequest | undefined;

/** The way a process or a page reports requests that match no operation. */
export interface Reporting {
	warn(message: string): void;
	/** Returns the place in the code that sent the request. */
	findSender(): string | undefined;
}

/**
 * Returns an error that breaks the connection. MSW responds to most errors with 500, as if the service had failed.
 * For an error with `code` and `errno`, it breaks the connection, and `fetch` rejects with a TypeError.
 */
function connectionError(
	message: string,
	sentFrom: string | undefined,
): TypeError {
	const error = Object.assign(new TypeError(message), {
		code: "ERR_UNHANDLED_REQUEST",
		errno: 0,
	});
	// The frames of MSW do not help.
	if (sentFrom !== undefined)
		error.stack = `${error.name}: ${message}\n    at ${sentFrom}`;
	return error;
}

const redacted = createRedactedNames([]);
/** Messages may end in the log of CI. */
const hideCredentials = (url: string): string => redactTarget(url, redacted);

/** Returns the error of a request that must not be sent. */
export const createRejection = (
	{ method, url }: Pick<Request, "method" | "url">,
	reason: string,
	sentFrom: string | undefined,
): TypeError =>
	connectionError(
		`${method} ${hideCredentials(url)} was rejected: ${reason}`,
		sentFrom,
	);

/**
 * Reports a request that matches no operation.
 * @param status the status of the response; undefined if there is none
 * @returns the error that rejects the request, if it must be rejected
 */
export function reportUnhandled(
	{ mock, onUnhandled, onError, hint }: ActiveMock,
	request: Request,
	{ warn, findSender }: Reporting,
	status?: number,
): TypeError | undefined {
	const verdict = verdictOn(onUnhandled, request);
	if (verdict === "bypass") return undefined;
	const { method } = request;
	const url = hideCredentials(request.url);
	const isSent = status !== undefined;
	const nearest = isSent
		? mock.nearest(request)
		: mock.recordUnmatched(request);
	const sentFrom = findSender();
	const near = nearest.map(({ operation, why }) => `\n  ${operation}: ${why}`);
	const list = near.length > 0 ? ` Nearest operations:${near.join("")}` : "";
	const sender = sentFrom === undefined ? "" : `\nSent from ${sentFrom}.`;
	const message = `No handler matches ${method} ${url}.${list}${sender}${hint ? `\n${hint}` : ""}\nPass onUnhandled: "bypass" to let such requests pass.`;
	if (verdict === "warn") {
		warn(message);
		return undefined;
	}
	onError?.({ method, url, ...(isSent && { status }), sentFrom, nearest });
	return connectionError(message, sentFrom);
}

/** The data of a frame, which is MSW 3's name for an intercepted request. Its types declare it as unknown. */
interface FrameData {
	readonly request?: Request;
	readonly connection?: { readonly client: { readonly url: URL } };
}

function toRequest(data: unknown): Request {
	const { request, connection }: FrameData = Object(data);
	if (request) return request;
	if (connection) return new Request(connection.client.url);
	throw new Error("MSW intercepted neither a request nor a WebSocket.");
}

/** The MSW options for requests that no handler matches. MSW 2 reads the first one, and MSW 3 the second one. */
export interface UnhandledOptions {
	readonly onUnhandledRequest: (request: Request) => void;
	readonly onUnhandledFrame: (unhandled: {
		readonly frame: { readonly data: unknown };
	}) => Promise<void>;
}

/** Creates MSW's options for requests that no handler matches. */
export function createUnhandledOptions(
	findActive: FindActive,
	reporting: Reporting,
): UnhandledOptions {
	function onUnhandledRequest(request: Request): void {
		const active = findActive(request);
		if (!active) return;
		const error =
			"refused" in active
				? createRejection(request, active.refused, reporting.findSender())
				: reportUnhandled(active, request, reporting);
		if (error) throw error;
	}
	return {
		onUnhandledRequest,
		onUnhandledFrame: async ({ frame }) =>
			onUnhandledRequest(toRequest(frame.data)),
	};
}
