import {
	createExchangeHandler,
	type ExchangeHandler,
} from "../adapters/msw/msw-handler.ts";
import type { Control } from "../control/control.ts";
import { createControl } from "../control/create-control.ts";
import type { Engine } from "../engine/engine.ts";
import type { MockOptions as EngineOptions } from "../engine/mock-options.ts";
import type { ServiceTypes } from "../engine/model/service-types.ts";
import { validatePresets } from "../engine/reload-presets.ts";
import { requireOptions } from "../values/require-options.ts";
import { warnOnce } from "../values/warn-once.ts";
import { listMswHandlers } from "./defined-handler.ts";
import {
	MOCK_OPTION_NAMES,
	type MockOptions,
	readConfigured,
} from "./mock-options.ts";
import {
	createServiceEngine,
	type Followed,
	type Registered,
	serviceOf,
} from "./shipped-service.ts";

/** A mock of the zaps service, or of another document. */
export interface Mock
	extends Omit<
		Engine,
		"context" | "responders" | "options" | "replaceContext"
	> {
	/**
	 * MSW handlers for `setupServer`, `setupWorker` or Storybook: one for each operation, one for the undefined methods of
	 * each path and, if there is a base URL, one for the unknown paths below it.
	 */
	readonly handlers: readonly ExchangeHandler[];
	/** The journal, scenarios, faults, state and sessions. */
	readonly control: Control;
}

/** @throws the same errors as `createMock` */
export function createCore(options: EngineOptions & Followed): Mock {
	if (options.presets) validatePresets(serviceOf(options), options.presets);
	const {
		context,
		responders,
		options: _,
		replaceContext: __,
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

/**
 * Creates a mock of the zaps service: MSW handlers and a `fetch` function that share one state.
 * @throws RangeError for an unknown dataset or scenario, an invalid number or scenario, an invalid clock, or a handler that
 * does not fit
 * @throws TypeError for an unknown option, or an invalid base URL or base path
 */
export function createMock<Types extends ServiceTypes = Registered>(
	given: MockOptions<Types> = {},
): Mock {
	requireOptions("createMock", given, MOCK_OPTION_NAMES);
	const options = readConfigured("createMock", given);
	if (listMswHandlers(options.handlers).length > 0)
		warnOnce(
			"createMock does not read MSW handlers of the configuration. Pass them to MSW, before those of the mock.",
		);
	return createCore(options);
}
