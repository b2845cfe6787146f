import { createMock, type MockOptions } from "./index.ts";
import { type Interception, intercept } from "./transports/intercept.ts";
import type { OnUnhandled } from "./transports/unhandled.ts";

export type { Interception } from "./transports/intercept.ts";
export type { OnUnhandled } from "./transports/unhandled.ts";

export interface SetupMockOptions
	extends Omit<MockOptions, "basePath" | "Response"> {
	/** What becomes of a request that no handler matches; `error` when absent. */
	readonly onUnhandled?: OnUnhandled;
}

/**
 * The mock inside this process.
 * @example
 * const mock = setupMock({ baseUrl: 'http://zaps.test' });
 * beforeAll(() => mock.listen());
 * afterAll(() => mock.close());
 * @example
 * await using mock = setupMock().listen();
 * @throws as `createMock` does
 */
export function setupMock({
	onUnhandled = "error",
	...options
}: SetupMockOptions = {}): Interception {
	return intercept(createMock(options), onUnhandled);
}
