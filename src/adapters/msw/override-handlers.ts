import type { RequestHandler } from "msw";
import type { BareCore } from "../../engine/create-bare-core.ts";

export type { RequestHandler } from "msw";

/** The request as it would be if its path did not name the session. */
function withoutSession(
	request: Request,
	addressOf: BareCore["addressOf"],
): Request {
	const { path, session } = addressOf(request);
	if (session === undefined) return request;
	const url = new URL(request.url);
	url.pathname = path;
	return new Request(url, request);
}

/**
 * Lets handlers of MSW answer before the mock does. One that fails is answered for with 500.
 * @param handlers looked up at each request, since a configuration may be loaded again
 * @param failed makes that answer
 */
export function createOverrideHandler(
	{
		addressOf,
		engine,
		recordOverride: witness,
	}: Pick<BareCore, "addressOf" | "engine" | "recordOverride">,
	handlers: () => readonly RequestHandler[],
	failed: () => Response,
): (request: Request) => Promise<Response | undefined> {
	return async (request) => {
		const current = handlers();
		if (current.length === 0) return undefined;
		// MSW is heavy, and loads only for those who use it.
		const { getResponse } = await import("msw");
		const testify = witness(request.clone());
		if (!testify) return undefined;
		const response = await getResponse(
			[...current],
			withoutSession(request, addressOf),
			{ baseUrl: new URL(request.url).origin },
		).catch((error: unknown) => {
			engine.onError(error);
			return failed();
		});
		return response && testify(response);
	};
}
