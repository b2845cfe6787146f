import {
	createExchangeHandler,
	type ExchangeHandler,
} from "../adapters/msw/msw-handler.ts";
import type { Control } from "../control/control.ts";
import { createControl } from "../control/create-control.ts";
import type { Engine } from "../engine/engine.ts";
import { MOCK_OPTION_NAMES } from "../engine/mock-options.ts";
import type {
	OperationIdOf,
	ServiceTypes,
} from "../engine/model/service-types.ts";
import { validatePresets } from "../engine/reload-presets.ts";
import {
	createServiceEngine,
	type MockOptions,
	type Registered,
	serviceOf,
} from "../service/shipped-service.ts";
import { requireOptions } from "../values/require-options.ts";

export type {
	AuditRecord,
	Command,
	CommandRequest,
	Pipeline,
	Zap,
} from "../../fixtures/records.ts";
export type { ExchangeHandler } from "../adapters/msw/msw-handler.ts";
export type { LedgerEntry } from "../engine/model/service.ts";
export type { ServiceOf, ServiceTypes } from "../engine/model/service-types.ts";
export type { NearMiss } from "../engine/routing/near-miss.ts";
export {
	type Config,
	type ConfiguredDataset,
	type ConfiguredFlags,
	type ConfiguredScenario,
	type ConfiguredState,
	defineConfig,
} from "../service/config.ts";
export {
	type DatasetName,
	ledger,
	type MockOptions,
	operations,
	type Register,
	type Registered,
	type ScenarioName,
} from "../service/shipped-service.ts";
export type { ClockOption } from "../store/clock.ts";

/** The id of an operation. */
export type OperationId<Types extends ServiceTypes = Registered> =
	OperationIdOf<Types>;

/** A mock of the zaps service, or of a document. */
export interface Mock
	extends Omit<Engine, "context" | "responders" | "follow"> {
	/**
	 * MSW handlers for `setupServer`, `setupWorker` or Storybook: one for each operation, one for the undefined methods of
	 * each path and, if there is a base URL, one for the unknown paths below it.
	 */
	readonly handlers: readonly ExchangeHandler[];
	/** The journal, scenarios, faults, state and sessions. */
	readonly control: Control;
}

/**
 * Creates a mock of the zaps service: MSW handlers and a `fetch` function that share one state.
 * @throws RangeError for an unknown dataset or scenario, an invalid number or scenario, or an invalid clock
 * @throws TypeError for an unknown option, or an invalid base URL or base path
 */
export function createMock<Types extends ServiceTypes = Registered>(
	options: MockOptions<Types> = {},
): Mock {
	requireOptions("createMock", options, MOCK_OPTION_NAMES);
	if (options.presets) validatePresets(serviceOf(options), options.presets);
	const {
		context,
		responders,
		follow: _,
		...engine
	} = createServiceEngine(options);
	return {
		...engine,
		control: createControl(context),
		handlers: responders.map((responder) =>
			createExchangeHandler(engine, responder),
		),
	};
}
