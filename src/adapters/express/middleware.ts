import { createMiddleware } from "@mswjs/http-middleware";
import type {
	RequestHandler as ExpressHandler,
	Request as ExpressRequest,
	Response as ExpressResponse,
} from "express";
import type { RequestHandler } from "msw";
import { NodeRequest } from "srvx/node";
import type { BareCore } from "../../engine/create-bare-core.ts";
import { fromNodeRequest } from "../http/node-request.ts";
import { malformedHost, namesHost } from "../http/own-responses.ts";
import { breakSocket, sendResponse } from "../http/send-response.ts";

/** Methods for which no fetch Request can be made, so @mswjs/http-middleware throws on them. */
const FORBIDDEN_METHODS = new Set(["CONNECT", "TRACE", "TRACK"]);

/** Whether @mswjs/http-middleware can make a fetch Request of the target: it throws where it cannot. */
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

/** Asks without the body, which belongs to the app where no handler takes the request. */
async function isTaken(
	request: Request,
	handlers: readonly RequestHandler[],
): Promise<boolean> {
	const resolutionContext = { baseUrl: new URL(request.url).origin };
	for (const handler of handlers)
		if (await handler.test({ request, resolutionContext })) return true;
	return false;
}

/** `HttpResponse.error()` has the status 0, on which Node throws where nobody can catch it; it means a broken connection. */
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

/** A body that breaks off is a stream that fails, for which @mswjs/http-middleware has no ear: it would end the process. */
function breakWithBody(res: ExpressResponse): void {
	res.once("pipe", (source) =>
		source.once("error", () => breakSocket(res, "empty")),
	);
}

/**
 * MSW handlers as a middleware of Express, with what ends the process in @mswjs/http-middleware kept away from it.
 * @param handlers tried in this order; what none of them matches goes to `next`
 */
export function createExpressMiddleware(
	mock: Pick<BareCore, "handle">,
	handlers: readonly RequestHandler[],
): ExpressHandler {
	// MSW's types for `import` and for `require` differ in name only, and this package was compiled against the latter.
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
			if (!(await isTaken(request, handlers))) return next();
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
