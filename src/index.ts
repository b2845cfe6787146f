import { service } from "../handlers/index.ts";
import {
	createMock as createMockOf,
	type Mock,
	type MockOptions,
} from "./create-mock.ts";

export type { ExchangeHandler } from "./adapters/msw/msw-handler.ts";
export { type LedgerEntry, ledger, operations } from "./bare-core.ts";
export {
	type Config,
	type ConfiguredDataset,
	type ConfiguredFlags,
	type ConfiguredState,
	defineConfig,
} from "./config.ts";
export type { Mock, MockOptions } from "./create-mock.ts";
export type { NearMiss } from "./engine/routing/near-miss.ts";
export type { ClockOption } from "./store/clock.ts";

/**
 * Puts the zaps service on stage: as MSW handlers and as a `fetch` function over one state.
 * @throws RangeError for an unknown dataset, a seed that is no whole number, or a clock that is no time
 * @throws TypeError for a base URL that is not absolute
 */
export function createMock(options: MockOptions = {}): Mock {
	return createMockOf(service, options);
}
