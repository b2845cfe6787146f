import {
	createMswHandler,
	type ExchangeHandler,
} from "./adapters/msw/msw-handler.ts";
import { type Core, createCore } from "./create-core.ts";
import type { MockOptions } from "./engine/engine.ts";
import type { Service } from "./engine/service.ts";

export type { MockOptions } from "./engine/engine.ts";

export interface Mock extends Omit<Core, "responders"> {
	/**
	 * For `setupServer`, `setupWorker`, Storybook: one handler an operation, one a known path for undefined methods and,
	 * where a base URL was given, one for unknown paths below it.
	 */
	readonly handlers: readonly ExchangeHandler[];
}

/**
 * Puts the service on stage, with handlers for MSW.
 * @throws as `createCore` does
 */
export function createMock(service: Service, options: MockOptions = {}): Mock {
	const { responders, ...core } = createCore(service, options);
	return { ...core, handlers: responders.map(createMswHandler) };
}
