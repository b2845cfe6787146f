import type { IncomingMessage, ServerResponse } from "node:http";
import type { Engine } from "../../engine/engine.ts";
import type { MockRequest } from "../../engine/request/request.ts";
import type { MockResponse } from "../../engine/response/response.ts";
import { createControlAddressReader } from "../../engine/routing/router.ts";
import {
	type ControlServer,
	type OverrideHandler,
	runControl,
	runOverride,
} from "./fetch-handlers.ts";
import { NodeMockRequest, readTarget } from "./node-request.ts";
import {
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

type Headers = Readonly<Record<string, string>>;
/** The part that responds to a request. The journal contains only exchanges with the mock. */
type Responder = "mock" | "control" | "server";

/** One exchange over HTTP, for a log. */
export interface ServedExchange {
	readonly responder: Responder;
	readonly method: string;
	/** The request target as sent, with the query. */
	readonly path: string;
	readonly status: number;
	/** The reason why the server itself rejected the request. */
	readonly reason?: string | undefined;
	/** The time from the head of the request to the response, in milliseconds of real time. */
	readonly durationMs: number;
}

export interface ListenerOptions {
	readonly mock: Pick<Engine, "handle">;
	/** The control API below `/__mock`; defaults to none. */
	readonly control?: ControlServer | undefined;
	/** The path before the paths of the service, without a trailing slash. `/__mock` is also served below it. */
	readonly basePath?: string | undefined;
	/** Called for each request before the mock. Returns undefined while the configuration has no handlers. */
	readonly override?: (() => OverrideHandler | undefined) | undefined;
	/** Called with each error of a handler of the configuration, or of the control API. */
	readonly onError?: ((error: unknown) => void) | undefined;
	readonly onExchange?: ((exchange: ServedExchange) => void) | undefined;
	/** By status, the number of requests that the server itself rejects without a session. */
	readonly rejections?: Map<number, number> | undefined;
}

/** Handles the requests of a Node server. */
export interface Listener {
	/**
	 * Handles one request. Never rejects.
	 * @param rejection the response to send instead of running the request
	 */
	handle(res: ServerResponse, rejection?: MockResponse): Promise<void>;
	/** Rejects a request while it is being handled. */
	reject(res: ServerResponse, rejection: MockResponse): void;
}

/** Sends `100 Continue` only when the body is read, because most rejections do not need the body. */
function continueOnRead(res: ServerResponse): void {
	const { req } = res;
	if (req.headers.expect === undefined || req.httpVersion !== "1.1") return;
	req.once("resume", () => {
		// After the response, Node discards unread data.
		if (!res.headersSent) res.writeContinue();
	});
}

/** Returns the rejection of a request whose head names no resource of a server. */
function findMalformed(
	{ httpVersion }: IncomingMessage,
	target: string | undefined,
	request: MockRequest,
): MockResponse | undefined {
	if (target === undefined) return malformedTarget;
	const host = request.header("host");
	// HTTP/1.0 has no Host.
	const isNamed = host === null ? httpVersion !== "1.1" : namesHost(host);
	return isNamed ? undefined : malformedHost;
}

/** Returns functions that recognize requests to the control API, and requests of browsers for its page. */
function createTargetChecks(basePath: string) {
	const readControlAddress = createControlAddressReader(basePath);
	const roots = ["/", basePath, `${basePath}/`];
	return {
		isControl: (target: string): boolean =>
			(target.startsWith("/__") || target.startsWith(`${basePath}/__`)) &&
			readControlAddress(target) !== undefined,
		/** Whether a request is for a page: browsers accept HTML, and clients of the service do not. */
		asksForPage: (request: MockRequest): boolean =>
			request.method === "GET" &&
			roots.includes(request.target) &&
			/\btext\/html\b/i.test(request.header("accept") ?? ""),
	};
}

/** Creates the listener that handles each request of a server. */
export function createListener(options: ListenerOptions): Listener {
	const { mock, control, basePath = "", override, rejections } = options;
	const { isControl, asksForPage } = createTargetChecks(basePath);
	const reasons = new WeakMap<ServerResponse, string | undefined>();

	function reject(
		res: ServerResponse,
		rejection: MockResponse,
		headers = pageHeaders(new NodeMockRequest(res.req)),
	): "server" {
		const { status, body } = rejection;
		rejections?.set(status, (rejections.get(status) ?? 0) + 1);
		if (typeof body === "string") reasons.set(res, JSON.parse(body).detail);
		sendResponse(res, rejection, headers);
		return "server";
	}

	/** Responds as the service, with a handler of the configuration or with the mock. */
	async function respondAsService(
		res: ServerResponse,
		request: MockRequest,
		headers: Headers | undefined,
	): Promise<Responder> {
		const activeOverride = override?.();
		const remaining = activeOverride
			? await runOverride(activeOverride, res, headers)
			: request;
		// The journal contains only requests with a response.
		if (!remaining) return res.headersSent ? "mock" : "server";
		if (control && asksForPage(remaining)) {
			sendResponse(res, pageRedirect, headers);
			return "server";
		}
		const response = await mock.handle(remaining);
		await endOfTurn();
		// The rest of the request may be unreadable.
		if (!res.headersSent) sendResponse(res, response, headers);
		return "mock";
	}

	async function respond(res: ServerResponse): Promise<Responder> {
		const { req } = res;
		const target = readTarget(req.url ?? "");
		continueOnRead(res);
		const request = new NodeMockRequest(req, target);
		const headers = pageHeaders(request);
		const malformed = findMalformed(req, target, request);
		if (malformed) return reject(res, malformed, headers);
		// An absolute target, as sent to proxies, has its own host, which the access control does not check.
		if (control && req.url === target && isControl(request.target)) {
			await runControl(control, res);
			return "control";
		}
		const preflighted = preflight(request);
		if (!preflighted) return respondAsService(res, request, headers);
		sendResponse(res, preflighted);
		return "server";
	}

	return {
		async handle(res, rejection) {
			const startedAt = performance.now();
			let responder: Responder = "server";
			try {
				responder = rejection ? reject(res, rejection) : await respond(res);
			} catch (error) {
				options.onError?.(error);
				const headers = pageHeaders(new NodeMockRequest(res.req));
				if (res.headersSent) breakSocket(res, "empty");
				else sendResponse(res, failure, headers);
			}
			options.onExchange?.({
				method: res.req.method ?? "",
				path: res.req.url ?? "",
				// Without a head, the response is a broken connection.
				status: res.headersSent ? res.statusCode : 0,
				responder,
				durationMs: performance.now() - startedAt,
				reason: reasons.get(res),
			});
		},
		reject,
	};
}
