import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import {
	type Caller,
	fromFetchRequest,
	type MockRequest,
} from "../../engine/request/request.ts";
import { loadOnce } from "../../values/load-once.ts";
import { readBeforeClosing } from "./connections.ts";
import { callerOf, closeSignalOf } from "./node-request.ts";
import { breakSocket } from "./send-response.ts";

/** Responds to requests to the control API. */
export type ControlServer = (
	request: Request,
	caller: Caller,
) => Promise<Response>;

/** Responds to some requests instead of the mock; undefined to leave a request to the mock. */
export type OverrideHandler = (
	request: Request,
	caller: Caller,
) => Promise<Response | undefined>;

/** Objects of the Fetch standard cost more than most responses do, and load only when needed. */
const loadFetch = loadOnce(() => import("srvx/node"));

/** Whether the client waits for 100 Continue before it sends the body. */
const isWaiting = ({ headers, readableFlowing }: IncomingMessage): boolean =>
	headers.expect !== undefined && readableFlowing === null;

/** Closes the connection after a response before the body, which the client may then send or not. */
function closeIfUnread(res: ServerResponse, { status }: Response): void {
	const { req } = res;
	if (req.complete || (status !== 413 && !isWaiting(req))) return;
	res.shouldKeepAlive = false;
	readBeforeClosing(req.socket);
}

/**
 * Closes the response with its connection. Node does so only for the first of those that wait on a connection, so that
 * the streams of the others would never end.
 */
function closeWithConnection(res: ServerResponse): void {
	const closed = closeSignalOf(res.req.socket);
	const close = (): void => void res.emit("close");
	closed.addEventListener("abort", close, { once: true });
	res.once("close", () => closed.removeEventListener("abort", close));
}

/** Ends when the last request of a connection to the control API has its response. */
const turns = new WeakMap<object, Promise<unknown>>();

/** Sends the response of the control API, after those of earlier requests of the connection. */
export async function runControl(
	control: ControlServer,
	res: ServerResponse,
): Promise<void> {
	const { req } = res;
	// A client that reads nothing would otherwise let all its responses wait in memory.
	const turn = turns.get(req.socket);
	turns.set(req.socket, once(res, "close"));
	await turn;
	if (res.destroyed || req.socket.destroyed) return;
	closeWithConnection(res);
	const { NodeRequest, sendNodeResponse } = await loadFetch();
	const response = await control(new NodeRequest({ req, res }), callerOf(req));
	if (res.headersSent) return;
	closeIfUnread(res, response);
	await sendNodeResponse(res, response);
}

/** The body of a request and its copies. */
interface SharedBody {
	/** What was read so far, for copies that read later; undefined ends the body. */
	readonly chunks: Promise<Uint8Array | undefined>[];
	/** Reads the next chunk. */
	read(): Promise<Uint8Array | undefined>;
	/** The only copy that may still read, so that none of the others keeps what it reads. */
	owner?: Request;
}

function copyRequest(
	{ url, method, headers, signal }: Request,
	shared: SharedBody,
): Request {
	let index = 0;
	const body = new ReadableStream<Uint8Array>(
		{
			async pull(controller) {
				const { chunks, owner } = shared;
				if (owner && owner !== copied)
					throw new Error("Reading was aborted: the mock reads the body.");
				const read = chunks[index] ?? shared.read();
				if (!owner) chunks[index] = read;
				index += 1;
				const chunk = await read;
				if (chunk) controller.enqueue(chunk);
				else controller.close();
			},
		},
		// Reads nothing before the body is read: a client may wait until then before it sends the body.
		{ highWaterMark: 0 },
	);
	const init = { method, headers, signal, body };
	const copied = new Request(url, { ...init, ...{ duplex: "half" } });
	return Object.assign(copied, {
		clone() {
			if (copied.bodyUsed)
				throw new TypeError("Cannot clone a request whose body is used.");
			return copyRequest(copied, shared);
		},
	});
}

/**
 * Returns the request with a body that its clones share. In the Fetch standard, canceling the body of a request waits
 * until all its clones are canceled, and MSW keeps a clone of each request.
 * @returns the request, and a function that returns a clone which alone may read from then on
 */
function shareBody(request: Request): [Request, () => Request] {
	const { url, method, headers, signal } = request;
	// A copy is a request of the platform, which `new Request(request)` and `fetch(request)` of handlers need.
	if (method === "GET" || method === "HEAD")
		return [new Request(url, { method, headers, signal }), () => request];
	let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
	const shared: SharedBody = {
		chunks: [],
		async read() {
			reader ??= request.body?.getReader();
			return (await reader?.read())?.value;
		},
	};
	const takeOver = (): Request => (shared.owner = copyRequest(request, shared));
	return [copyRequest(request, shared), takeOver];
}

/**
 * Sends the response of a handler of the configuration.
 * @returns the request for the mock, if no handler responds
 */
export async function runOverride(
	override: OverrideHandler,
	res: ServerResponse,
	headers: Readonly<Record<string, string>> = {},
): Promise<MockRequest | undefined> {
	const { req } = res;
	closeWithConnection(res);
	const { NodeRequest, sendNodeResponse } = await loadFetch();
	const [request, takeOver] = shareBody(new NodeRequest({ req, res }));
	// A handler may never respond, and then the log has the request once its client is gone.
	const gone = new Promise<undefined>((resolve) =>
		res.once("close", () => resolve(undefined)),
	);
	const given = await Promise.race([override(request, callerOf(req)), gone]);
	if (res.headersSent || res.destroyed) return undefined;
	if (!given) return { ...fromFetchRequest(takeOver()), caller: callerOf(req) };
	if (given.type === "error") {
		breakSocket(res, "empty");
		return undefined;
	}
	// A copy, since the headers of a redirect, or of a fetched response, cannot be changed.
	const response = new Response(given.body, given);
	for (const [name, value] of Object.entries(headers))
		response.headers.set(name, value);
	// Node 24 forgets a `destroy()` that a pipelined response gets before its socket, which would stay open forever.
	res.once("socket", (socket) => res.destroyed && socket.destroy());
	closeIfUnread(res, response);
	const sent = sendNodeResponse(res, response);
	// The head of an event stream is sent before its first event.
	if (response.body) res.flushHeaders();
	await sent;
	return undefined;
}
