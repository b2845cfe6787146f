import { damageBody, damageStream } from "../../faults/damage-body.ts";
import type { FaultPlan } from "../../faults/select-faults.ts";

/** A response before a transport sends it. */
export interface MockResponse {
	/** 0 if the connection is broken instead. */
	readonly status: number;
	readonly reason: string;
	/** Names in lower case. Do not modify: responses share this object. */
	readonly headers: Readonly<Record<string, string>>;
	/** The values of `Set-Cookie`, the only header whose values cannot be joined (RFC 9110 section 5.3). */
	readonly cookies?: readonly string[];
	/** Null if the response has no body. */
	readonly body:
		| string
		| Uint8Array<ArrayBuffer>
		| ReadableStream<Uint8Array>
		| null;
	/** The ids of the assumptions that the response depends on; the same array for the same kind of response. */
	readonly assumptions: readonly string[];
	/** How to break the connection instead of responding: `reset` sends a TCP RST, `empty` closes it. */
	readonly broken?: "reset" | "empty";
}

type BrokenResponse = MockResponse & { readonly body: null };

const broken = (how: "reset" | "empty"): BrokenResponse => ({
	status: 0,
	reason: "",
	headers: {},
	body: null,
	assumptions: [],
	broken: how,
});

/** Breaks the connection with a TCP RST. */
export const RESET: BrokenResponse = broken("reset");
/** Closes the connection without a response. */
export const EMPTY: BrokenResponse = broken("empty");

/** Adapts a response to the Fetch standard; a broken connection becomes a network error. */
export function toFetchResponse({
	status,
	reason,
	headers,
	cookies = [],
	body,
	broken,
}: MockResponse): Response {
	if (broken) return Response.error();
	const response = new Response(body, { status, statusText: reason, headers });
	for (const cookie of cookies) response.headers.append("set-cookie", cookie);
	return response;
}

/** Returns the response with the connection closed after it. */
export const closing = (response: MockResponse): MockResponse => ({
	...response,
	headers: { ...response.headers, connection: "close" },
});

const encoder = new TextEncoder();

/** Truncates the body or slows it down, as a fault demands. */
export function damageResponse(
	response: MockResponse,
	plan: FaultPlan | undefined,
	signal: AbortSignal,
): MockResponse {
	const { body, headers } = response;
	if (!plan?.body || body === null) return response;
	if (body instanceof ReadableStream)
		return { ...response, body: damageStream(body, plan.body, signal) };
	const bytes = typeof body === "string" ? encoder.encode(body) : body;
	return {
		...response,
		headers: { ...headers, "content-length": `${bytes.byteLength}` },
		body: damageBody(bytes, plan.body, signal),
	};
}
