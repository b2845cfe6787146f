import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { HOP_BY_HOP, joinHeaders } from "../../values/http.ts";
import type { OutgoingRequest, ProviderResponse } from "../contract.ts";
import { NoResponseError } from "../errors.ts";
import { hideLocation, isRedirect, TAG_HEADER } from "./pact-files.ts";

export interface ExchangeProxy extends AsyncDisposable {
	readonly url: string;
	/** The result of each exchange, by the tag of its interaction. */
	readonly exchanges: ReadonlyMap<number, ProviderResponse | NoResponseError>;
}

const NOT_RETURNED = [...HOP_BY_HOP, "content-length"];
const NOT_SENT = [...HOP_BY_HOP, "host", "accept-encoding", TAG_HEADER];

const omitHeaders = (
	headers: ProviderResponse["headers"],
	omitted: readonly string[],
	rename = (name: string): string => name,
): Record<string, string> =>
	Object.fromEntries(
		Object.entries(headers)
			.filter(([name]) => !omitted.includes(name))
			.map(([name, value]) => [rename(name), value]),
	);

/** Matches a text of JSON, which may look like a number, or a whole number with a fraction of zeros. */
const TEXT_OR_WHOLE_NUMBER = /"(?:[^"\\]|\\.)*"|(-?\d+)\.0+(?![\d.eE])/g;

/** Writes whole numbers without a fraction. For JSON, `1.0` is `1`, but not for Pact's verifier. */
const writeWholeNumbers = ({ headers, body }: ProviderResponse): Buffer =>
	/json/i.test(headers["content-type"] ?? "") && body.includes(".0")
		? Buffer.from(
				body
					.toString("latin1")
					.replaceAll(
						TEXT_OR_WHOLE_NUMBER,
						(found, whole: string | undefined) => whole ?? found,
					),
				"latin1",
			)
		: body;

/**
 * Starts a proxy between Pact's verifier and the provider. It records each response, and forwards its bytes, except for
 * the zeros of whole numbers.
 * Unlike the verifier, it limits the time and size of each exchange, and follows no redirect.
 * @param send sends the request of the interaction with the tag
 */
export async function startProxy(
	send: (request: OutgoingRequest, tag: number) => Promise<ProviderResponse>,
): Promise<ExchangeProxy> {
	const exchanges = new Map<number, ProviderResponse | NoResponseError>();
	const server = await listenOnLoopback(async (incoming, outgoing) => {
		const tag = Number(incoming.headers[TAG_HEADER]);
		try {
			const body = await buffer(incoming);
			const request = {
				method: incoming.method ?? "GET",
				path: incoming.url ?? "/",
				headers: omitHeaders(joinHeaders(incoming.headersDistinct), NOT_SENT),
				...(body.length > 0 && { body }),
			};
			const response = await send(request, tag);
			exchanges.set(tag, response);
			const { status, headers } = response;
			const rename = isRedirect(status) ? hideLocation : undefined;
			outgoing
				.writeHead(status, omitHeaders(headers, NOT_RETURNED, rename))
				.end(writeWholeNumbers(response));
		} catch (error) {
			exchanges.set(
				tag,
				error instanceof NoResponseError
					? error
					: new NoResponseError(`could not be called: ${String(error)}`),
			);
			outgoing.writeHead(504).end();
		}
	});
	return { ...server, exchanges };
}

/** Starts a server on a free port, reachable only from this machine. */
export async function listenOnLoopback(
	listener: RequestListener,
): Promise<AsyncDisposable & { readonly url: string }> {
	const server = createServer(listener);
	await once(server.listen(0, "127.0.0.1"), "listening");
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}`,
		async [Symbol.asyncDispose]() {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
