import type { RequestHandler } from "express";
import { createExpressMiddleware } from "../adapters/express/middleware.ts";
import type { ServiceTypes } from "../engine/model/service-types.ts";
import {
	createMock,
	MOCK_OPTION_NAMES,
	type MockOptions,
} from "../service/create-mock.ts";
import { loadForwarder } from "../service/load-forwarder.ts";
import type { Registered } from "../service/shipped-service.ts";
import { requireOptions } from "../values/require-options.ts";

/** The app decides where the mock is mounted: `app.use('/api', mockMiddleware())`. */
export type MiddlewareOptions<Types extends ServiceTypes = Registered> = Omit<
	MockOptions<Types>,
	"baseUrl" | "basePath" | "loadForwarder"
>;

const {
	baseUrl: _,
	basePath: __,
	loadForwarder: ___,
	...OPTION_NAMES
} = MOCK_OPTION_NAMES;

/**
 * Creates an Express middleware. Requests to unknown paths go to `next`. Mount it before any body parser: a parser
 * that rejects malformed bodies itself hides them from the mock.
 * @throws the same errors as `createMock`
 */
export function mockMiddleware<Types extends ServiceTypes = Registered>(
	options: MiddlewareOptions<Types> = {},
): RequestHandler {
	requireOptions("mockMiddleware", options, OPTION_NAMES);
	const mock = createMock({ ...options, loadForwarder });
	// @mswjs/http-middleware would not pass on the origin of a request.
	const byEngine = options.forward ? true : undefined;
	return createExpressMiddleware(mock, mock.handlers, byEngine);
}
