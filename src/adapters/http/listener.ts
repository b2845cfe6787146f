import type { IncomingMessage, ServerResponse } from "node:http";
import type { Engine } from "../../engine/engine.ts";
import {
	fromFetchRequest,
	type MockRequest,
} from "../../engine/request/request.ts";
import { createControlAddressReader } from "../../engine/routing/control-address.ts";
import { addPageHeaders, pageHeaders, preflight } from "./cors.ts";
import { endOfTurn } from "./end-of-turn.ts";
import { fromNodeRequest, readTarget } from "./node-request.ts";
import {
	failure,
	malformedHost,
	malformedTarget,
	namesHost,
} from "./own-responses.ts";
import { breakSocket, sendResponse } from "./send-response.ts";

/** One exchange over HTTP, for a log. */
export interface ServedExchange {
	readonly method: string;
	/** The request target as sent, with the query. */
	readonly path: string;
	readonly status: number;
	/** From the head of the request to the response, in milliseconds of real time. */
	readonly durationMs: number;
}

/** Responds to requests to the control API. */
export type ControlServer = (
	request: Request,
	peer: { readonly address: string | undefined },
) => Promise<Response>;

/** Responds to some requests instead of the mock; undefined to leave a request to the mock. */
export type OverrideHandler = (
	request: Request,
) => Promise<Response | undefined>;

export interface ListenerOptions {
	readonly mock: Pick<Engine, "handle">;
	/** The control API below `/__mock`; defaults to none. */
	readonly control?: ControlServer | undefined;
	/** The path before the paths of the service, without a trailing slash. `/__mock` is also served below it. */
	readonly basePath?: string | undefined;
	/** Called for each request before the mock. */
	readonly override?: OverrideHandler | undefined;
	/** Called with each error of a handler of the configuration, or of the control API. */
	readonly onError?: ((error: unknown) => void) | undefined;
	readonly onExchange?: ((exchange: ServedExchange) => void) | undefined;
}

/** Handles one request of a Node server. */
export type Listener = (
	req: IncomingMessage,
	res: ServerResponse,
) => Promise<void>;

type Headers = Readonly<Record<string, string>>;

/** Objects of the Fetch standard cost more than most responses do, and load only when needed. */
const loadFetch = () => import("srvx/node");

function send(
	res: ServerResponse,
	response: Parameters<typeof sendResponse>[1],
	extraHeaders: Headers | undefined,
): void {
	sendResponse(
		res,
		extraHeaders
			? { ...response, headers: addPageHeaders(response.headers, extraHeaders) }
			: response,
	);
}

async function runControl(
	control: ControlServer,
	req: IncomingMessage,
	res: ServerResponse,
): Promise<void> {
	const { NodeRequest, sendNodeResponse } = await loadFetch();
	const peer = { address: req.socket.remoteAddress };
	await sendNodeResponse(
		res,
		await control(new NodeRequest({ req, res }), peer),
	);
}

/**
 * Sends the response of a handler of the configuration.
 * @returns the request for the mock, if no handler responds
 */
async function runOverride(
	override: OverrideHandler,
	req: IncomingMessage,
	res: ServerResponse,
	headers: Headers | undefined,
): Promise<MockRequest | undefined> {
	const { NodeRequest, sendNodeResponse } = await loadFetch();
	const request: Request = new NodeRequest({ req, res });
	const unread = request.clone();
	const given = await override(request);
	if (!given) return fromFetchRequest(unread);
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

/** Creates the listener that handles each request of a server. It never rejects. */
export function createListener({
	mock,
	control,
	basePath = "",
	override,
	onError = () => {},
	onExchange,
}: ListenerOptions): Listener {
	const readControlAddress = createControlAddressReader(basePath);
	const isControl = (target: string): boolean =>
		(target.startsWith("/__") || target.startsWith(`${basePath}/__`)) &&
		readControlAddress(target) !== undefined;
	/** The last valid Host: clients send the same one over and over. */
	let knownHost: string | undefined;
	const isHost = (host: string): boolean => {
		if (host === knownHost) return true;
		if (!namesHost(host)) return false;
		knownHost = host;
		return true;
	};

	async function respond(
		req: IncomingMessage,
		res: ServerResponse,
	): Promise<void> {
		const target = readTarget(req.url ?? "");
		const request = fromNodeRequest(req, target);
		const headers = pageHeaders(request);
		if (target === undefined) return send(res, malformedTarget, headers);
		const host = request.header("host");
		if (host !== null && !isHost(host))
			return send(res, malformedHost, headers);
		// An absolute target, as sent to proxies, names a host of its own, which the guard of the control API does not check.
		if (control && req.url === target && isControl(target))
			return runControl(control, req, res);
		const preflighted = preflight(request);
		if (preflighted) return sendResponse(res, preflighted);
		const remaining = override
			? await runOverride(override, req, res, headers)
			: request;
		if (!remaining) return;
		const response = await mock.handle(remaining);
		await endOfTurn();
		send(res, response, headers);
	}

	return async (req, res) => {
		const startedAt = performance.now();
		try {
			await respond(req, res);
		} catch (error) {
			onError(error);
			if (res.headersSent) breakSocket(res, "empty");
			else send(res, failure, pageHeaders(fromNodeRequest(req)));
		}
		onExchange?.({
			method: req.method ?? "",
			path: req.url ?? "",
			// A broken connection has sent no head.
			status: res.headersSent ? res.statusCode : 0,
			durationMs: performance.now() - startedAt,
		});
	};
}
