import type { Engine } from "../../engine/engine.ts";
import { type AnyHandler, toRequestHandlers } from "./any-handler.ts";

/** Returns the request as it is without the session in its path. */
function withoutSession(
	request: Request,
	{ match }: Pick<Engine, "match">,
): Request {
	const { path, session } = match(request).address;
	if (session === undefined) return request;
	const url = new URL(request.url);
	url.pathname = path;
	return new Request(url, request);
}

/**
 * Lets MSW handlers of the configuration respond before the mock does.
 * @param handlers called for each request, since a configuration may be reloaded
 * @param createFailureResponse creates the response for a handler that throws
 */
export function createOverrideHandler(
	engine: Pick<Engine, "match" | "context" | "recordOverride">,
	handlers: () => readonly AnyHandler[],
	createFailureResponse: () => Response,
): (request: Request) => Promise<Response | undefined> {
	return async (request) => {
		const current = handlers();
		if (current.length === 0) return undefined;
		// MSW is slow to load, so it loads only if the configuration has handlers.
		const { getResponse } = await import("msw");
		const record = engine.recordOverride(request.clone());
		if (!record) return undefined;
		const response = await getResponse(
			toRequestHandlers(current),
			withoutSession(request, engine),
			{ baseUrl: new URL(request.url).origin },
		).catch((error: unknown) => {
			engine.context.onError(error);
			return createFailureResponse();
		});
		return response && record(response);
	};
}
