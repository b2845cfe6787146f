import { type HttpHandler, http } from "msw";
import type { Engine, Responder } from "../../engine/engine.ts";

/** An MSW handler that can also be called directly, without MSW's matching and cloning. */
export type ExchangeHandler = HttpHandler & {
	respond(request: Request): Promise<Response>;
	/** Whether it rejects the requests that no other handler matches. */
	readonly answersUnknownPaths: boolean;
};

/**
 * Creates a handler that matches by a predicate, whatever the method: MSW's own path matching ignores case, trailing
 * slashes and what stands before a wildcard.
 */
export function createMswHandler(
	header: string,
	matches: (request: Request) => boolean,
	respond: (request: Request) => Promise<Response>,
): HttpHandler {
	const handler = http.all(
		({ request }) => matches(request),
		({ request }) => respond(request),
	);
	handler.info.header = header;
	// MSW's own method collects cookies, which are not needed, and throws at hosts like "test" (tough-cookie's jar).
	handler.parse = async ({ request }) => ({
		match: { matches: matches(request), params: {} },
		cookies: {},
	});
	return handler;
}

/** Creates the MSW handler of one responder of the mock. */
export const createExchangeHandler = (
	{ fetch, match }: Pick<Engine, "fetch" | "match">,
	{ header, handles, answersUnknownPaths }: Responder,
): ExchangeHandler =>
	Object.assign(
		createMswHandler(header, (request) => handles(match(request)), fetch),
		{ respond: fetch, answersUnknownPaths },
	);
