import type { IncomingMessage, ServerResponse } from "node:http";
import type { Engine } from "../../engine/engine.ts";
import type { MockRequest } from "../../engine/request/request.ts";
import type { MockResponse } from "../../engine/response/response.ts";
import { createControlAddressReader } from "../../engine/routing/address.ts";
import {
	type ControlServer,
	type OverrideHandler,
	runControl,
	runOverride,
} from "./fetch-handlers.ts";
import { fromNodeRequest, readTarget } from "./node-request.ts";
import {
	addPageHeaders,
	failure,
	malformedHost,
	malformedTarget,
	namesHost,
	pageHeaders,
	pageRedirect,
	preflight,
} from "./own-responses.ts";
import { breakSocket, endOfTurn, sendResponse } from "./send-response.ts";

export type { ControlServer } from "./fetch-handlers.ts";

/** One exchange over HTTP, for a log. */
export interface ServedExchange {
	/** What responded. The journal has the exchanges of the mock only. */
	readonly responder: "mock" | "control" | "server";
	readonly method: string;
	/** The request target as sent, with the query. */
	readonly path: string;
	readonly status: number;
	/** Why the server itself rejected the request. */
	readonly reason?: string | undefined;
	/** From the head of the request to the response, in milliseconds of real time. */
	readonly durationMs: number;
}

export interface ListenerOptions {
	readonly mock: Pick<Engine, "handle">;
	/** The control API below `/__mock`; defaults to none. */
	readonly control?: ControlServer | undefined;
	/** The path before the paths of the service, without a trailing slash. `/__mock` is also served below it. */
	readonly basePath?: string | undefined;
	/** Called for each request before the mock; returns undefined while the configuration has no handlers. */
	readonly override?: (() => OverrideHandler | undefined) | undefined;
	/** Called with each error of a handler of the configuration, or of the control API. */
	readonly onError?: ((error: unknown) => void) | undefined;
	readonly onExchange?: ((exchange: ServedExchange) => void) | undefined;
	/** Counts, by status, the requests that the server rejects itself, without a session. */
	readonly rejections?: Map<number, number> | undefined;
}

/** Handles the requests of a Node server. */
export interface Listener {
	/**
	 * Handles one request. Never rejects.
	 * @param rejection the response to send instead of running the request
	 */
	handle(
		req: IncomingMessage,
		res: ServerResponse,
		rejection?: MockResponse,
	): Promise<void>;
	/** Rejects a request while it is being handled. */
	reject(res: ServerResponse, rejection: MockResponse): void;
}

type Headers = Readonly<Record<string, string>>;

/** What is known about an exchange so far. */
type Exchange = { responder: ServedExchange["responder"] };

function send(
	res: ServerResponse,
	response: MockResponse,
	extraHeaders: Headers | undefined,
): void {
	sendResponse(
		res,
		extraHeaders
			? { ...response, headers: addPageHeaders(response.headers, extraHeaders) }
			: response,
	);
}

const readDetail = ({ body }: MockResponse): string | undefined =>
	typeof body === "string" ? JSON.parse(body).detail : undefined;

/** Asks a client that waits for it for the body, once the body is read: most rejections need none. */
function continueOnRead(req: IncomingMessage, res: ServerResponse): void {
	req.once("resume", () => {
		// Node discards what is unread after the response.
		if (!res.headersSent) res.writeContinue();
	});
}

/** Returns functions that recognize requests to the control API, and those of browsers for its page. */
function createTargetChecks(basePath: string) {
	const readControlAddress = createControlAddressReader(basePath);
	const roots = ["/", basePath, `${basePath}/`];
	return {
		isControl: (target: string): boolean =>
			(target.startsWith("/__") || target.startsWith(`${basePath}/__`)) &&
			readControlAddress(target) !== undefined,
		/** Browsers ask for HTML, and clients of the service do not. */
		asksForPage: (request: MockRequest): boolean =>
			request.method === "GET" &&
			roots.includes(request.target) &&
			/\btext\/html\b/i.test(request.header("accept") ?? ""),
	};
}

/** Returns a function that checks a Host header. */
function createHostCheck(): (host: string) => boolean {
	/** The last valid Host: clients send the same one over and over. */
	let knownHost: string | undefined;
	return (host) => {
		if (host === knownHost) return true;
		if (!namesHost(host)) return false;
		knownHost = host;
		return true;
	};
}

/** Returns a function that responds as the service: with a handler of the configuration, or with the mock. */
function createServiceResponder(
	{
		mock,
		override,
		control,
	}: Pick<ListenerOptions, "mock" | "override" | "control">,
	asksForPage: (request: MockRequest) => boolean,
) {
	return async (
		req: IncomingMessage,
		res: ServerResponse,
		request: MockRequest,
		headers: Headers | undefined,
		exchange: Exchange,
	): Promise<void> => {
		exchange.responder = "mock";
		const activeOverride = override?.();
		const remaining = activeOverride
			? await runOverride(activeOverride, req, res, headers)
			: request;
		if (!remaining) {
			// The journal has only what was responded.
			if (!res.headersSent) exchange.responder = "server";
			return;
		}
		if (control && asksForPage(remaining)) {
			exchange.responder = "server";
			return send(res, pageRedirect, headers);
		}
		const response = await mock.handle(remaining);
		await endOfTurn();
		// The rest of the request may have been unreadable.
		if (!res.headersSent) send(res, response, headers);
	};
}

const describeServed = (req: IncomingMessage, res: ServerResponse) => ({
	method: req.method ?? "",
	path: req.url ?? "",
	// A broken connection has sent no head.
	status: res.headersSent ? res.statusCode : 0,
});

/** Creates the listener that handles each request of a server. */
export function createListener({
	mock,
	control,
	basePath = "",
	override,
	onError = () => {},
	onExchange,
	rejections,
}: ListenerOptions): Listener {
	const { isControl, asksForPage } = createTargetChecks(basePath);
	const isHost = createHostCheck();
	const parts = { mock, override, control };
	const respondAsService = createServiceResponder(parts, asksForPage);
	const reasons = new WeakMap<ServerResponse, string | undefined>();

	function reject(
		res: ServerResponse,
		rejection: MockResponse,
		headers = pageHeaders(fromNodeRequest(res.req)),
	): void {
		const { status } = rejection;
		rejections?.set(status, (rejections.get(status) ?? 0) + 1);
		reasons.set(res, readDetail(rejection));
		send(res, rejection, headers);
	}

	async function respond(
		req: IncomingMessage,
		res: ServerResponse,
		exchange: Exchange,
		rejection: MockResponse | undefined,
	): Promise<void> {
		if (rejection) return reject(res, rejection);
		const target = readTarget(req.url ?? "");
		if (req.headers.expect !== undefined && req.httpVersion === "1.1")
			continueOnRead(req, res);
		const request = fromNodeRequest(req, target);
		const headers = pageHeaders(request);
		if (target === undefined) return reject(res, malformedTarget, headers);
		const host = request.header("host");
		// HTTP/1.0 knows no Host.
		if (host === null ? req.httpVersion === "1.1" : !isHost(host))
			return reject(res, malformedHost, headers);
		// An absolute target, as sent to proxies, names a host of its own, which the guard of the control API does not check.
		if (control && req.url === target && isControl(target)) {
			exchange.responder = "control";
			return runControl(control, req, res);
		}
		const preflighted = preflight(request);
		if (preflighted) return sendResponse(res, preflighted);
		await respondAsService(req, res, request, headers, exchange);
	}

	async function handle(
		req: IncomingMessage,
		res: ServerResponse,
		rejection?: MockResponse,
	): Promise<void> {
		const startedAt = performance.now();
		const exchange: Exchange = { responder: "server" };
		try {
			await respond(req, res, exchange, rejection);
		} catch (error) {
			exchange.responder = "server";
			onError(error);
			if (res.headersSent) breakSocket(res, "empty");
			else send(res, failure, pageHeaders(fromNodeRequest(req)));
		}
		onExchange?.({
			...describeServed(req, res),
			responder: exchange.responder,
			reason: reasons.get(res),
			durationMs: performance.now() - startedAt,
		});
	}

	return { handle, reject };
}
