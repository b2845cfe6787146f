import type { IncomingMessage, ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import type { OutgoingRequest, ProviderResponse, Send } from "../contract.ts";
import { joinHeaders, NoResponseError } from "../send.ts";
import { listenOnLoopback } from "./listen-on-loopback.ts";
import { TAG_HEADER } from "./pact-files.ts";

export interface ExchangeProxy extends AsyncDisposable {
	readonly url: string;
	/** The result of each exchange, by the tag of its interaction. */
	readonly exchanges: ReadonlyMap<number, ProviderResponse | NoResponseError>;
}

const HOP_BY_HOP = [
	"connection",
	"host",
	"keep-alive",
	"proxy-connection",
	"te",
	"trailer",
	"transfer-encoding",
	"upgrade",
	"accept-encoding",
];
const NOT_FORWARDED = {
	request: new Set([...HOP_BY_HOP, TAG_HEADER]),
	// Pact's verifier would silently follow a Location header.
	response: new Set([...HOP_BY_HOP, "location", "content-length"]),
};

function selectHeaders(
	headers: Readonly<Record<string, string>>,
	direction: keyof typeof NOT_FORWARDED,
): Record<string, string> {
	return Object.fromEntries(
		Object.entries(headers).filter(
			([name]) => !NOT_FORWARDED[direction].has(name),
		),
	);
}

async function readRequest(request: IncomingMessage): Promise<OutgoingRequest> {
	const body = await buffer(request);
	return {
		method: request.method ?? "GET",
		path: request.url ?? "/",
		headers: selectHeaders(joinHeaders(request), "request"),
		...(body.length > 0 && { body }),
	};
}

/**
 * Starts a proxy between Pact's verifier and the provider. It records each response and forwards its bytes unchanged.
 * Unlike the verifier, it limits the time and size of each exchange, and follows no redirect.
 */
export async function startProxy(send: Send): Promise<ExchangeProxy> {
	const exchanges = new Map<number, ProviderResponse | NoResponseError>();

	async function forward(
		incoming: IncomingMessage,
		outgoing: ServerResponse,
	): Promise<void> {
		const tag = Number(incoming.headers[TAG_HEADER]);
		try {
			const response = await send(await readRequest(incoming));
			exchanges.set(tag, response);
			const { status, headers, body } = response;
			outgoing.writeHead(status, selectHeaders(headers, "response")).end(body);
		} catch (error) {
			exchanges.set(
				tag,
				error instanceof NoResponseError
					? error
					: new NoResponseError(`could not be called: ${String(error)}`),
			);
			outgoing.writeHead(504).end();
		}
	}
	const server = await listenOnLoopback(
		(incoming, outgoing) => void forward(incoming, outgoing),
	);
	return { ...server, exchanges };
}
