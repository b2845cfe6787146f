import type { RequestHandler } from "express";
import { createExpressMiddleware } from "./adapters/express/middleware.ts";
import { createMock, type MockOptions } from "./index.ts";
import { loadForwarder } from "./load-forwarder.ts";

/** The app decides where the mock is mounted: `app.use('/api', mockMiddleware())`. */
export type MiddlewareOptions = Omit<
	MockOptions,
	"baseUrl" | "basePath" | "loadForwarder"
>;

/**
 * Creates an Express middleware. Requests to unknown paths go to `next`. Mount it before any body parser: a parser that
 * rejects malformed bodies itself hides them from the mock.
 * @throws as `createMock` does
 */
export function mockMiddleware(
	options: MiddlewareOptions = {},
): RequestHandler {
	const mock = createMock({ ...options, loadForwarder });
	return createExpressMiddleware(mock, mock.handlers);
}
