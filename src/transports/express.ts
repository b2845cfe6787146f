import { createMiddleware } from "@mswjs/http-middleware";
import type {
	RequestHandler as ExpressHandler,
	Request as ExpressRequest,
	Response as ExpressResponse,
} from "express";
import type { RequestHandler } from "msw";
import { FastResponse, NodeRequest, sendNodeResponse } from "srvx/node";
import type { Mock } from "../mock/create-mock.ts";
import { malformedHost } from "./malformed-host.ts";

/** Methods for which no fetch Request can be made, so @mswjs/http-middleware throws on them. */
const FORBIDDEN_METHODS = new Set(["CONNECT", "TRACE", "TRACK"]);

function hasValidHost({
	protocol,
	headers: { host },
}: ExpressRequest): boolean {
	return (
		host !== undefined &&
		URL.canParse(`${protocol}://${host}`) &&
		!/[/?#@\\\s]/.test(host)
	);
}

/** `HttpResponse.error()` has the status 0, on which Node throws where nobody can catch it; it means a broken connection. */
function breakOnNetworkError(res: ExpressResponse): void {
	let status = res.statusCode;
	Object.defineProperty(res, "statusCode", {
		configurable: true,
		get: () => status,
		set(value: number) {
			if (value === 0) res.destroy();
			else status = value;
		},
	});
}

/**
 * MSW handlers as a middleware of Express, with what ends the process in @mswjs/http-middleware kept away from it.
 * @param handlers tried in this order; what none of them matches goes to `next`
 */
export function createExpressMiddleware(
	mock: Pick<Mock, "fetch">,
	handlers: readonly RequestHandler[],
): ExpressHandler {
	// MSW's types for `import` and for `require` differ in name only, and this package was compiled against the latter.
	const middleware = createMiddleware(
		...(handlers as unknown as Parameters<typeof createMiddleware>),
	);
	return async (req, res, next) => {
		try {
			if (!hasValidHost(req))
				return await sendNodeResponse(res, malformedHost(FastResponse));
			if (FORBIDDEN_METHODS.has(req.method)) {
				const response = await mock.fetch(new NodeRequest({ req, res }));
				return response.status === 404
					? next()
					: await sendNodeResponse(res, response);
			}
			breakOnNetworkError(res);
			await middleware(req, res, next);
		} catch (error) {
			next(error);
		}
	};
}
