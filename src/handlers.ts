import { createMock, type ExchangeHandler, type MockOptions } from "./index.ts";

/**
 * MSW handlers over a state of their own, for `setupServer(...handlers)` or `setupWorker(...handlers)`.
 * @throws as `createMock` does
 */
export function createHandlers(
	options: MockOptions = {},
): readonly ExchangeHandler[] {
	return createMock(options).handlers;
}

/**
 * Handlers at any origin, with the default dataset, seed and clock. Their state lives as long as the module does,
 * whatever MSW resets: for a state of its own, a test calls `createHandlers`.
 */
export const handlers: readonly ExchangeHandler[] = createHandlers();
