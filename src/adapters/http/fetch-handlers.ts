import type { IncomingMessage, ServerResponse } from "node:http";
import {
	fromFetchRequest,
	type MockRequest,
} from "../../engine/request/request.ts";
import { readBeforeClosing } from "./close-after-reading.ts";
import { breakSocket } from "./send-response.ts";

/** Responds to requests to the control API. */
export type ControlServer = (
	request: Request,
	peer: { readonly address: string | undefined },
) => Promise<Response>;

/** Responds to some requests instead of the mock; undefined to leave a request to the mock. */
export type OverrideHandler = (
	request: Request,
) => Promise<Response | undefined>;

type Headers = Readonly<Record<string, string>>;

/** Objects of the Fetch standard cost more than most responses do, and load only when needed. */
const loadFetch = () => import("srvx/node");

/** Sends the response of the control API. */
export async function runControl(
	control: ControlServer,
	req: IncomingMessage,
	res: ServerResponse,
): Promise<void> {
	const { NodeRequest, sendNodeResponse } = await loadFetch();
	const peer = { address: req.socket.remoteAddress };
	const response = await control(new NodeRequest({ req, res }), peer);
	if (res.headersSent) return;
	if (response.status === 413 && !req.complete) {
		res.shouldKeepAlive = false;
		readBeforeClosing(req.socket);
	}
	await sendNodeResponse(res, response);
}

/** Returns the request with a body that ends with the signal, so that no copy keeps what is read elsewhere. */
function withEnd(request: Request, signal: AbortSignal): Request {
	if (!request.body) return request;
	const { url, method, headers } = request;
	const body = request.body.pipeThrough(new TransformStream(), { signal });
	const init = { method, headers, body, signal: request.signal };
	return new Request(url, { ...init, ...{ duplex: "half" } });
}

/**
 * Sends the response of a handler of the configuration.
 * @returns the request for the mock, if no handler responds
 */
export async function runOverride(
	override: OverrideHandler,
	req: IncomingMessage,
	res: ServerResponse,
	headers: Headers | undefined,
): Promise<MockRequest | undefined> {
	const { NodeRequest, sendNodeResponse } = await loadFetch();
	const request: Request = new NodeRequest({ req, res });
	const unread = request.clone();
	const ending = new AbortController();
	// A handler may never respond, and then the log has the request once its client is gone.
	const gone = new Promise<undefined>((resolve) =>
		res.once("close", () => resolve(undefined)),
	);
	const given = await Promise.race([
		override(withEnd(request, ending.signal)),
		gone,
	]);
	if (res.headersSent || res.destroyed) return undefined;
	if (!given) {
		ending.abort();
		return fromFetchRequest(unread);
	}
	if (given.type === "error") {
		breakSocket(res, "empty");
		return undefined;
	}
	// A copy, since the headers of a redirect, or of a fetched response, cannot be changed.
	const response = headers ? new Response(given.body, given) : given;
	for (const [name, value] of Object.entries(headers ?? {}))
		response.headers.set(name, value);
	// Node 24 forgets a `destroy()` that a pipelined response gets before its socket, which would stay open forever.
	res.once("socket", (socket) => res.destroyed && socket.destroy());
	const sent = sendNodeResponse(res, response);
	// The head of an event stream is sent before its first event.
	if (response.body) res.flushHeaders();
	await sent;
	return undefined;
}
