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
