import type { IncomingMessage, ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import type { OutgoingRequest, ProviderResponse, Send } from "../contract.ts";
import { NoResponseError } from "../send.ts";
import { listenOnLoopback } from "./listen-on-loopback.ts";
import { TAG_HEADER } from "./pact-files.ts";

/** What became of an interaction's request. */
export type ProxiedExchange =
	| { readonly response: ProviderResponse }
	| { readonly failure: NoResponseError };

export interface ExchangeProxy extends AsyncDisposable {
	readonly url: string;
	/** By the tag of the interaction. */
	readonly exchanges: ReadonlyMap<number, ProxiedExchange>;
}

const HOP_BY_HOP = new Set([
	"connection",
	"host",
	"keep-alive",
	"proxy-connection",
	"te",
	"trailer",
	"transfer-encoding",
	"upgrade",
	"accept-encoding",
]);

function read(request: IncomingMessage, body: Buffer): OutgoingRequest {
	const headers = Object.entries(request.headersDistinct)
		.filter(([name]) => !HOP_BY_HOP.has(name) && name !== TAG_HEADER)
		.map(([name, values]) => [name, (values ?? []).join(", ")]);
	return {
		method: request.method ?? "GET",
		path: request.url ?? "/",
		headers: Object.fromEntries(headers),
		...(body.length > 0 && { body }),
	};
}

function write(
	response: ServerResponse,
	{ status, headers, body }: ProviderResponse,
): void {
	response.statusCode = status;
	// Pact's verifier would follow a Location without a word.
	for (const [name, value] of Object.entries(headers))
		if (
			!HOP_BY_HOP.has(name) &&
			name !== "location" &&
			name !== "content-length"
		)
			response.setHeader(name, value);
	response.end(body);
}

/**
 * Stands between Pact's verifier and the provider: it keeps what was answered, passes the bytes on as they are, and
 * does what the verifier does not: bounds each exchange in time and size, and follows no redirect.
 */
export async function startProxy(send: Send): Promise<ExchangeProxy> {
	const exchanges = new Map<number, ProxiedExchange>();

	async function relay(
		request: IncomingMessage,
		response: ServerResponse,
	): Promise<void> {
		const tag = Number(request.headers[TAG_HEADER]);
		try {
			const answer = await send(read(request, await buffer(request)));
			exchanges.set(tag, { response: answer });
			write(response, answer);
		} catch (error) {
			const failure =
				error instanceof NoResponseError
					? error
					: new NoResponseError(`could not be asked: ${String(error)}`);
			exchanges.set(tag, { failure });
			response.writeHead(504).end();
		}
	}
	const server = await listenOnLoopback(
		(request, response) => void relay(request, response),
	);
	return { ...server, exchanges };
}
