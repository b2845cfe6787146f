import { createMiddleware } from "@mswjs/http-middleware";
import type {
	RequestHandler as ExpressHandler,
	Request as ExpressRequest,
	Response as ExpressResponse,
} from "express";
import type { RequestHandler } from "msw";
import { NodeRequest } from "srvx/node";
import type { Engine } from "../../engine/engine.ts";
import { readBeforeClosing } from "../http/close-after-reading.ts";
import { fromNodeRequest } from "../http/node-request.ts";
import { malformedHost, namesHost } from "../http/own-responses.ts";
import { breakSocket, sendResponse } from "../http/send-response.ts";

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

/**
 * Creates an Express middleware of MSW handlers. Requests that would end the process in @mswjs/http-middleware never
 * reach it.
 * @param handlers tried in this order; a request that none of them matches goes to `next`
 */
export function createExpressMiddleware(
	mock: Pick<Engine, "handle">,
	handlers: readonly RequestHandler[],
): ExpressHandler {
	// MSW has the same types twice, for `import` and for `require`, and this package was compiled against the latter.
	const middleware = createMiddleware(
		...(handlers as unknown as Parameters<typeof createMiddleware>),
	);
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
			if (FORBIDDEN_METHODS.has(req.method))
				return sendResponse(res, await mock.handle(fromNodeRequest(req)));
			breakOnNetworkError(res);
			breakWithBody(res);
			await middleware(req, res, next);
		} catch (error) {
			next(error);
		}
	};
}
