import type { HttpHandler } from "msw";
import { http } from "msw/core/http";
import type { Responder } from "../../engine/create-bare-core.ts";

/** An MSW handler that can also be asked directly, without MSW's matching and cloning. */
export type ExchangeHandler = HttpHandler & {
	respond(request: Request): Promise<Response>;
	/** Whether it is the one that refuses what no other handler matches. */
	readonly answersUnknownPaths: boolean;
};

/**
 * MSW's own path matching ignores case, trailing slashes and what stands before a wildcard, so the handler matches
 * by a predicate, every method included.
 */
export function createMswHandler({
	header,
	matches,
	respond,
	answersUnknownPaths = false,
}: Responder): ExchangeHandler {
	const handler = http.all(
		({ request }) => matches(request),
		({ request }) => respond(request),
	);
	handler.info.header = header;
	// MSW's own collects cookies first, which nobody here reads, and throws at hosts like "test" (tough-cookie's jar).
	handler.parse = async ({ request }) => ({
		match: { matches: matches(request), params: {} },
		cookies: {},
	});
	return Object.assign(handler, { respond, answersUnknownPaths });
}
