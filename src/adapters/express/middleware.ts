import { createMiddleware } from "@mswjs/http-middleware";
import type {
	RequestHandler as ExpressHandler,
	Request as ExpressRequest,
	Response as ExpressResponse,
} from "express";
import type { RequestHandler } from "msw";
import * as msw from "msw";
import { NodeRequest } from "srvx/node";
import type { Engine } from "../../engine/engine.ts";
import type { MockRequest } from "../../engine/request/request.ts";
import { readBeforeClosing } from "../http/connections.ts";
import { fromNodeRequest, readTarget } from "../http/node-request.ts";
import { malformedHost, namesHost } from "../http/own-responses.ts";
import { breakSocket, sendResponse } from "../http/send-response.ts";

/** Returns the request with its body, even if a body parser of the app has read it. */
export function restoreRequest(
	req: ExpressRequest,
	target?: string,
): MockRequest {
	const request = fromNodeRequest(req, target);
	if (req.readable) return request;
	const parsed: unknown = req.body;
	const isRead = typeof parsed === "string" || parsed instanceof Uint8Array;
	const bytes = Buffer.from(isRead ? parsed : (JSON.stringify(parsed) ?? ""));
	return {
		method: request.method,
		origin: request.origin,
		caller: request.caller,
		target: request.target,
		header: (name) => request.header(name),
		headers: () => request.headers(),
		readBody: async (maxBytes) =>
			bytes.byteLength > maxBytes ? "too large" : bytes,
		readBodyStart: async () => ({ bytes }),
		signal: () => request.signal(),
	};
}

/** Methods that a Request of the Fetch standard cannot have, so @mswjs/http-middleware throws. */
const FORBIDDEN_METHODS = new Set(["CONNECT", "TRACE", "TRACK"]);

/** Whether a Request can be made of the target; @mswjs/http-middleware throws otherwise. */
function isReadable({
	url,
	protocol,
	headers: { host },
}: ExpressRequest): boolean {
	const origin = `${protocol}://${host}`;
	if (!URL.canParse(url, origin)) return false;
	const target = new URL(url, origin);
	return (
		/^https?:$/.test(target.protocol) && !target.username && !target.password
	);
}

/** Does not read the body, which belongs to the app if no handler matches. */
async function matchesAny(
	request: Request,
	handlers: readonly RequestHandler[],
): Promise<boolean> {
	const resolutionContext = { baseUrl: new URL(request.url).origin };
	for (const handler of handlers)
		if (await handler.test({ request, resolutionContext })) return true;
	return false;
}

/** `HttpResponse.error()` means a broken connection. Its status 0 makes Node throw in a callback. */
function breakOnNetworkError(res: ExpressResponse): void {
	let status = res.statusCode;
	Object.defineProperty(res, "statusCode", {
		configurable: true,
		get: () => status,
		set(value: number) {
			if (value === 0) breakSocket(res, "empty");
			else status = value;
		},
	});
}

/** @mswjs/http-middleware does not handle the error of a body stream, which would end the process. */
function breakWithBody(res: ExpressResponse): void {
	res.once("pipe", (source) =>
		source.once("error", () => breakSocket(res, "empty")),
	);
}

/** MSW has the same types twice, for `import` and for `require`, and this package was compiled against the latter. */
const createHttpMiddleware = (
	handlers: readonly RequestHandler[],
): ExpressHandler =>
	createMiddleware(
		...(handlers as unknown as Parameters<typeof createMiddleware>),
	);

/** @mswjs/http-middleware calls `handleRequest`, which MSW 3 does not have. */
const RUNS_HTTP_MIDDLEWARE: boolean = "handleRequest" in msw;

/**
 * Creates an Express middleware of MSW handlers. Requests that would end the process in @mswjs/http-middleware never
 * reach it.
 * @param handlers tried in this order; a request that none of them matches goes to `next`
 * @param byEngine whether the engine responds without @mswjs/http-middleware
 */
export function createExpressMiddleware(
	mock: Pick<Engine, "handle">,
	handlers: readonly RequestHandler[],
	byEngine: boolean = !RUNS_HTTP_MIDDLEWARE,
): ExpressHandler {
	const middleware = byEngine ? undefined : createHttpMiddleware(handlers);
	return async (req, res, next) => {
		try {
			const hosts = req.headersDistinct.host?.join(", ");
			if (hosts !== undefined && !namesHost(hosts))
				return sendResponse(res, malformedHost);
			if (!isReadable(req)) return next();
			const request = new NodeRequest({ req, res });
			if (!(await matchesAny(request, handlers))) return next();
			// Before Node's own listener, which closes the connection.
			res.prependOnceListener("finish", () => {
				if (!req.complete) readBeforeClosing(req.socket);
			});
			if (!middleware || FORBIDDEN_METHODS.has(req.method)) {
				const restored = restoreRequest(req, readTarget(request.url));
				return sendResponse(res, await mock.handle(restored));
			}
			breakOnNetworkError(res);
			breakWithBody(res);
			await middleware(req, res, next);
		} catch (error) {
			next(error);
		}
	};
}
