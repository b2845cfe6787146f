import type { RequestHandler } from "msw";

/**
 * An MSW handler, by its public properties. MSW 2 declares its classes twice, for ES modules and for CommonJS, and
 * TypeScript takes them for different classes because of their protected properties.
 */
export type AnyHandler = Pick<RequestHandler, "info" | "isUsed">;

/** Returns the handlers as instances of MSW's own class: at run time, the two builds work with each other. */
export const toRequestHandlers = (
	handlers: readonly AnyHandler[],
): RequestHandler[] => handlers.map((handler) => handler as RequestHandler);

/**
 * Rejects handlers with a relative path. Without a page, MSW has no URL to complete it, and the handler matches nothing.
 * @throws TypeError that names the handler
 */
export function requireWholeUrls(handlers: readonly AnyHandler[]): void {
	if ("location" in globalThis) return;
	for (const { info } of handlers)
		if ("path" in info && `${info.path}`.startsWith("/"))
			throw new TypeError(
				`The handler ${info.header} cannot match, because its path is relative. Write "*${info.path}" or a whole URL.`,
			);
}
