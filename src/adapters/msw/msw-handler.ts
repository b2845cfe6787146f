import { type HttpHandler, http, type RequestHandler } from "msw";
import type { Engine, Responder } from "../../engine/engine.ts";

/**
 * An MSW handler, by its public properties. MSW 2 declares its classes twice, for ES modules and for CommonJS.
 * Because of their protected properties, these are different classes for TypeScript.
 */
export type AnyHandler = Pick<RequestHandler, "info" | "isUsed">;

/** Returns the handlers with the type of MSW's own class. At run time, both builds work with each other. */
export const toRequestHandlers = (
	handlers: readonly AnyHandler[],
): RequestHandler[] => handlers.map((handler) => handler as RequestHandler);

/** Returns a handler whose relative path matches at the origin of a request, as in a server or a page. */
export function completePath(handler: AnyHandler): RequestHandler {
	const [known] = toRequestHandlers([handler]);
	if (!known) throw new TypeError("MSW has no handler.");
	const parse: RequestHandler["parse"] = (given) => {
		const baseUrl = new URL(given.request.url).origin;
		return known.parse({ ...given, resolutionContext: { baseUrl } });
	};
	return Object.create(known, { parse: { value: parse } });
}

/** An MSW handler that can also be called directly, without MSW's matching and cloning. */
export type ExchangeHandler = HttpHandler & {
	respond(request: Request): Promise<Response>;
	/** Whether the handler rejects requests that no other handler matches. */
	readonly answersUnknownPaths: boolean;
};

/**
 * Creates a handler that matches by a function and with any method. MSW's own path matching ignores case, trailing
 * slashes and the text before a wildcard.
 * @param find returns what responds to the request; undefined if the handler does not match
 */
export function createMswHandler(
	header: string,
	find: (request: Request) => (() => Promise<Response>) | undefined,
): HttpHandler {
	const matches = (request: Request): boolean => find(request) !== undefined;
	const handler = http.all(
		({ request }) => matches(request),
		() => {},
	);
	handler.info.header = header;
	// MSW's own method collects cookies, which are not needed, and throws for hosts like "test" (tough-cookie).
	handler.parse = async ({ request }) => ({
		match: { matches: matches(request), params: {} },
		cookies: {},
	});
	// MSW's own method clones each request and aborts a controller, which takes as long as the response of the mock.
	handler.run = async ({ request, requestId }) => {
		const respond = find(request);
		if (!respond) return null;
		handler.isUsed = true;
		return { handler, request, requestId, response: await respond() };
	};
	return handler;
}

/** Creates the MSW handler of one responder of the mock. */
export const createExchangeHandler = (
	{ fetch, match }: Pick<Engine, "fetch" | "match">,
	{ header, handles, answersUnknownPaths }: Responder,
): ExchangeHandler =>
	Object.assign(
		createMswHandler(header, (request) =>
			handles(match(request)) ? () => fetch(request) : undefined,
		),
		{ respond: fetch, answersUnknownPaths },
	);
