import type { RequestHandler } from "msw";
import type { Core } from "../mock/create-core.ts";

export type { RequestHandler } from "msw";

/**
 * Lets handlers of MSW answer before the mock does.
 * @param handlers looked up at each request, since a configuration may be loaded again
 */
export function createFirstHandler(
	{ witness }: Pick<Core, "witness">,
	handlers: () => readonly RequestHandler[],
): (request: Request) => Promise<Response | undefined> {
	return async (request) => {
		const current = handlers();
		if (current.length === 0) return undefined;
		// MSW is heavy, and loads only for those who use it.
		const { getResponse } = await import("msw");
		const testify = witness(request.clone());
		if (!testify) return undefined;
		const response = await getResponse([...current], request, {
			baseUrl: new URL(request.url).origin,
		});
		return response && testify(response);
	};
}
