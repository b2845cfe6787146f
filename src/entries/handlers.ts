import type { ExchangeHandler } from "../adapters/msw/msw-handler.ts";
import type { ServiceTypes } from "../engine/model/service-types.ts";
import {
	createMock,
	MOCK_OPTION_NAMES,
	type MockOptions,
} from "../service/create-mock.ts";
import type { Registered } from "../service/shipped-service.ts";
import { requireOptions } from "../values/require-options.ts";

/**
 * Creates MSW handlers with a state of their own, for `setupServer(...handlers)` or `setupWorker(...handlers)`.
 * @throws the same errors as `createMock`
 */
export function createHandlers<Types extends ServiceTypes = Registered>(
	options: MockOptions<Types> = {},
): readonly ExchangeHandler[] {
	requireOptions("createHandlers", options, MOCK_OPTION_NAMES);
	return createMock(options).handlers;
}

/**
 * Handlers for any origin, with the default dataset, seed and clock. All importers share their state, and resetting
 * MSW does not reset it. Call `createHandlers` for handlers with a separate state.
 */
export const handlers: readonly ExchangeHandler[] = createHandlers();
