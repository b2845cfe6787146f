import type { IncomingMessage, ServerResponse } from "node:http";
import {
	type Caller,
	fromFetchRequest,
	type MockRequest,
} from "../../engine/request/request.ts";
import { loadOnce } from "../../values/load-once.ts";
import { readBeforeClosing } from "./connections.ts";
import { callerOf } from "./node-request.ts";
import { breakSocket } from "./send-response.ts";

/** Responds to requests to the control API. */
export type ControlServer = (
	request: Request,
	caller: Caller,
) => Promise<Response>;

/** Responds to some requests instead of the mock; undefined to leave a request to the mock. */
export type OverrideHandler = (
	request: Request,
) => Promise<Response | undefined>;

type Headers = Readonly<Record<string, string>>;

/** Objects of the Fetch standard cost more than most responses do, and load only when needed. */
const loadFetch = loadOnce(() => import("srvx/node"));

/** Whether the client waits for 100 Continue before it sends the body. */
const isWaiting = ({ headers, readableFlowing }: IncomingMessage): boolean =>
	headers.expect !== undefined && readableFlowing === null;

/** Closes the connection after a response before the body, which the client may then send or not. */
function closeIfUnread(
	req: IncomingMessage,
	res: ServerResponse,
	{ status }: Response,
): void {
	if (req.complete || (status !== 413 && !isWaiting(req))) return;
	res.shouldKeepAlive = false;
	readBeforeClosing(req.socket);
}

/** Sends the response of the control API. */
export async function runControl(
	control: ControlServer,
	req: IncomingMessage,
	res: ServerResponse,
): Promise<void> {
	const { NodeRequest, sendNodeResponse } = await loadFetch();
	const response = await control(new NodeRequest({ req, res }), callerOf(req));
	if (res.headersSent) return;
	closeIfUnread(req, res, response);
	await sendNodeResponse(res, response);
}

type Bytes = Uint8Array<ArrayBuffer>;

/**
 * Returns the request with a body of its own.
 * @param isLazy whether to read nothing before the body is read
 * @param end ends the body, so that no copy keeps what is read elsewhere
 */
function withOwnBody(
	request: Request,
	isLazy: boolean,
	end?: AbortSignal,
): Request {
	const { url, method, headers, signal } = request;
	if (method === "GET" || method === "HEAD") return request;
	let opened: ReadableStreamDefaultReader<Bytes> | undefined;
	const open = () => (opened ??= request.body?.getReader());
	const source = {
		start(controller: ReadableStreamController<Bytes>) {
			end?.addEventListener("abort", () => {
				controller.error(end.reason);
				open()
					?.cancel()
					.catch(() => {});
			});
		},
		async pull(controller: ReadableStreamController<Bytes>) {
			const { value } = (await open()?.read()) ?? {};
			if (end?.aborted) return;
			if (value) return controller.enqueue(value);
			controller.close();
			if ("byobRequest" in controller) controller.byobRequest?.respond(0);
		},
		cancel: (reason: unknown) => open()?.cancel(reason),
	};
	// Streams without a type read ahead, and so do their copies. Copies of a stream of bytes do not share memory.
	const body = isLazy
		? new ReadableStream({ ...source, type: "bytes" })
		: new ReadableStream(source);
	const init = { method, headers, body, signal };
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
	const isLazy = isWaiting(req);
	const request = withOwnBody(new NodeRequest({ req, res }), isLazy);
	const unread = request.clone();
	const ending = new AbortController();
	// A handler may never respond, and then the log has the request once its client is gone.
	const gone = new Promise<undefined>((resolve) =>
		res.once("close", () => resolve(undefined)),
	);
	const given = await Promise.race([
		override(withOwnBody(request, isLazy, ending.signal)),
		gone,
	]);
	if (res.headersSent || res.destroyed) return undefined;
	if (!given) {
		ending.abort();
		return { ...fromFetchRequest(unread), caller: callerOf(req) };
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
	closeIfUnread(req, res, response);
	const sent = sendNodeResponse(res, response);
	// The head of an event stream is sent before its first event.
	if (response.body) res.flushHeaders();
	await sent;
	return undefined;
}
