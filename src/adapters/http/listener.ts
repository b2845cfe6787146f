import type { IncomingMessage, ServerResponse } from "node:http";
import type { BareCore as Core } from "../../engine/create-bare-core.ts";
import {
	fromFetchRequest,
	type MockRequest,
} from "../../engine/request/request.ts";
import { createOwnAddressReader } from "../../engine/routing/control-address.ts";
import { pageHeaders, preflight } from "./cors.ts";
import { endOfTurn } from "./end-of-turn.ts";
import { fromNodeRequest, readTarget } from "./node-request.ts";
import { failure, malformedHost, namesHost } from "./own-responses.ts";
import { breakSocket, sendResponse } from "./send-response.ts";

/** One exchange over HTTP, for a log. */
export interface ServedExchange {
	readonly method: string;
	/** The target as the client sent it, with the query. */
	readonly path: string;
	readonly status: number;
	/** From the request's head to the response, in real time. */
	readonly durationMs: number;
}

/** Answers what is asked of the mock itself, and not of the service. */
export type ControlServer = (
	request: Request,
	peer: { readonly address: string | undefined },
) => Promise<Response>;

/** Answers some requests in place of the mock. */
export type FirstHandler = (request: Request) => Promise<Response | undefined>;

export interface ListenerOptions {
	readonly mock: Pick<Core, "handle">;
	/** What answers below `/__mock`; nothing does when absent. */
	readonly control?: ControlServer | undefined;
	/** What the paths of the service begin with, without a trailing slash; below it, `/__mock` is too. */
	readonly basePath?: string | undefined;
	/** Asked before the mock is; the mock answers where it gives undefined, and what it has not read of the request. */
	readonly first?: FirstHandler | undefined;
	/** Told of what failed beside the mock: a handler of the configuration, or the control API. */
	readonly onError?: ((error: unknown) => void) | undefined;
	readonly onExchange?: ((exchange: ServedExchange) => void) | undefined;
}

/** What handles one request of the server. */
export type Listener = (
	req: IncomingMessage,
	res: ServerResponse,
) => Promise<void>;

/** The same, where what is asked beside the mock may fail; the mock itself never does. */
const surviving =
	(listener: Listener, onError: (error: unknown) => void): Listener =>
	(req, res) =>
		listener(req, res).catch((error) => {
			onError(error);
			if (res.headersSent) res.destroy();
			else sendResponse(res, failure);
		});

/** The same, telling of each exchange once it was answered. */
const telling =
	(
		listener: Listener,
		onExchange: NonNullable<ListenerOptions["onExchange"]>,
	): Listener =>
	async (req, res) => {
		const begun = performance.now();
		await listener(req, res);
		onExchange({
			method: req.method ?? "",
			path: req.url ?? "",
			// A connection that was broken instead has sent no head.
			status: res.headersSent ? res.statusCode : 0,
			durationMs: performance.now() - begun,
		});
	};

/** Objects of the Fetch standard cost more than most answers do, and load only for those who need them. */
const loadFetch = () => import("srvx/node");

async function answerByControl(
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
 * Answers through the one who is asked first.
 * @returns what is left to answer, where that one does not
 */
async function answerFirst(
	first: FirstHandler,
	req: IncomingMessage,
	res: ServerResponse,
	headers: Readonly<Record<string, string>> | undefined,
): Promise<MockRequest | undefined> {
	const { NodeRequest, sendNodeResponse } = await loadFetch();
	const request: Request = new NodeRequest({ req, res });
	const unread = request.clone();
	const given = await first(request);
	if (!given) return fromFetchRequest(unread);
	if (given.type === "error") {
		breakSocket(res, "empty");
		return undefined;
	}
	// A copy, since the headers of a redirect, or of what was fetched, cannot be changed.
	const response = headers ? new Response(given.body, given) : given;
	for (const [name, value] of Object.entries(headers ?? {}))
		response.headers.set(name, value);
	// Node 24 forgets a `destroy()` that a pipelined response gets before its socket, which would stay open forever.
	res.once("socket", (socket) => res.destroyed && socket.destroy());
	const sent = sendNodeResponse(res, response);
	// A stream of events is open to its client before the first of them.
	if (response.body) res.flushHeaders();
	await sent;
	return undefined;
}

function createAnswering({
	mock,
	control,
	basePath = "",
	first,
}: ListenerOptions): Listener {
	const below = "/__";
	const belowBase = `${basePath}${below}`;
	const readOwnAddress = createOwnAddressReader(basePath);
	const isControl = (target: string): boolean =>
		(target.startsWith(below) || target.startsWith(belowBase)) &&
		readOwnAddress(target) !== undefined;
	/** Clients send the same Host over and over. */
	let knownHost: string | undefined;
	const isHost = (host: string): boolean => {
		if (host === knownHost) return true;
		if (!namesHost(host)) return false;
		knownHost = host;
		return true;
	};

	return async (req, res) => {
		const target = readTarget(req.url ?? "");
		if (target === undefined) return void res.writeHead(400).end();
		const incoming = fromNodeRequest(req, target);
		const host = incoming.header("host");
		if (host !== null && !isHost(host)) return sendResponse(res, malformedHost);
		// In the form for proxies a target names a host of its own, which nobody has guarded.
		if (control && req.url === target && isControl(target))
			return answerByControl(control, req, res);
		const preflighted = preflight(incoming);
		if (preflighted) return sendResponse(res, preflighted);
		const page = pageHeaders(incoming);
		const left = first ? await answerFirst(first, req, res, page) : incoming;
		if (!left) return;
		const answer = await mock.handle(left);
		await endOfTurn();
		const headers = page && { ...answer.headers, ...page };
		sendResponse(res, headers ? { ...answer, headers } : answer);
	};
}

/** Answers each request of a server; never rejects. */
export function createListener({
	onError = () => {},
	onExchange,
	...options
}: ListenerOptions): Listener {
	const listener = surviving(createAnswering(options), onError);
	return onExchange ? telling(listener, onExchange) : listener;
}
