import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { setImmediate as nextTurn } from "node:timers/promises";
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

/** Loads Fetch objects when they are first needed. Creating them costs more than most responses. */
const loadFetch = loadOnce(() => import("srvx/node"));

/** Whether the client waits for 100 Continue before it sends the body. */
const isWaiting = ({ headers, readableFlowing }: IncomingMessage): boolean =>
	headers.expect !== undefined && readableFlowing === null;

/**
 * Closes the connection after a response if the client was not asked for the body. The client may send the body or
 * not.
 */
function closeIfUnread(res: ServerResponse, { status }: Response): void {
	const { req } = res;
	if (req.complete || (status !== 413 && !isWaiting(req))) return;
	res.shouldKeepAlive = false;
	readBeforeClosing(req.socket);
}

/**
 * Ends the response when its connection closes. Node ends only the first of several waiting responses, so the streams
 * of the others would never end.
 */
function closeWithConnection(res: ServerResponse): void {
	const closed = closeSignalOf(res.req.socket);
	const close = (): void => void res.emit("close");
	closed.addEventListener("abort", close, { once: true });
	res.once("close", () => closed.removeEventListener("abort", close));
}

/** By connection to the control API, a promise that ends with the last response. */
const turns = new WeakMap<object, Promise<unknown>>();

/** Sends the response of the control API after the responses to earlier requests of the connection. */
export async function runControl(
	control: ControlServer,
	res: ServerResponse,
): Promise<void> {
	const { req } = res;
	// If a client reads nothing, its responses would otherwise collect in memory.
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

/** The body of a request, which its copies share. */
interface SharedBody {
	/** The chunks read so far, for copies that read later. Undefined marks the end of the body. */
	readonly chunks: Promise<Uint8Array | undefined>[];
	/** Reads the next chunk. */
	read(): Promise<Uint8Array | undefined>;
	/** The only copy that may still read. Then chunks need not be kept for the others. */
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
		// Reads nothing before the body is read, because a client may wait until then to send it.
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
 * Returns the request with a body that its clones share. With a Fetch body, canceling waits until all clones are
 * canceled, and MSW keeps a clone of each request.
 * @returns the request, and a function that returns the only clone that may read from then on
 */
function shareBody(request: Request): [Request, () => Request] {
	const { url, method, headers, signal } = request;
	// A clone must be a Fetch request, because handlers call `new Request(request)` and `fetch(request)`.
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
 * @returns the request for the mock if no handler responds
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
	// A handler may never respond. Then the log shows the request when its client disconnects.
	const gone = new Promise<undefined>((resolve) =>
		res.once("close", () => resolve(undefined)),
	);
	// Otherwise, the handler would run while Node parses the request, which an error of its code would end.
	await nextTurn();
	const given = await Promise.race([override(request, callerOf(req)), gone]);
	if (res.headersSent || res.destroyed) return undefined;
	if (!given) return { ...fromFetchRequest(takeOver()), caller: callerOf(req) };
	if (given.type === "error") {
		breakSocket(res, "empty");
		return undefined;
	}
	// A copy, because the headers of a redirect or of a fetched response cannot be changed.
	const response = new Response(given.body, given);
	for (const [name, value] of Object.entries(headers))
		response.headers.set(name, value);
	// Node 24 ignores a `destroy()` of a pipelined response that has no socket yet, and its connection would stay open
	// forever.
	res.once("socket", (socket) => res.destroyed && socket.destroy());
	closeIfUnread(res, response);
	const sent = sendNodeResponse(res, response);
	// The head of an event stream is sent before its first event.
	if (response.body) res.flushHeaders();
	await sent;
	return undefined;
}
