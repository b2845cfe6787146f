import type { RequestHandler } from "express";
import { createExpressMiddleware } from "./adapters/express/middleware.ts";
import { createMock, type MockOptions } from "./index.ts";

/** The path that the mock is mounted at is the app's to say: `app.use('/api', mockMiddleware())`. */
export type MiddlewareOptions = Omit<
	MockOptions,
	"baseUrl" | "basePath" | "Response"
>;

/**
 * The mock as a middleware for an Express app of your own; requests to other paths go to `next`. Mount it before any
 * body parser: a parser that answers malformed bodies itself leaves nothing for the mock to answer.
 * @throws as `createMock` does
 */
export function mockMiddleware(
	options: MiddlewareOptions = {},
): RequestHandler {
	const mock = createMock(options);
	return createExpressMiddleware(mock, mock.handlers);
}
