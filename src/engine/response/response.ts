/** An answer before a transport sends it. */
export interface MockResponse {
	/** 0 where the connection is broken instead. */
	readonly status: number;
	readonly reason: string;
	/** Names in lower case. Shared by answers, so nobody may write to it. */
	readonly headers: Readonly<Record<string, string>>;
	/** Null where nothing may be sent. */
	readonly body: string | ReadableStream<Uint8Array> | null;
	/** How to break the connection in place of answering: with a reset (TCP's RST), or as if all had been said. */
	readonly broken?: "reset" | "empty";
}

/** The answer as the Fetch standard knows it; a broken connection is its network error. */
export function toFetchResponse({
	status,
	reason,
	headers,
	body,
	broken,
}: MockResponse): Response {
	if (broken) return Response.error();
	return new Response(body, { status, statusText: reason, headers });
}
