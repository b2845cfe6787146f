import {
	createExchangeHandler,
	type ExchangeHandler,
} from "../adapters/msw/msw-handler.ts";
import type { Control } from "../control/control.ts";
import { createControl } from "../control/create-control.ts";
import type { Engine } from "../engine/engine.ts";
import {
	MOCK_OPTION_NAMES as ENGINE_OPTION_NAMES,
	type MockOptions as EngineOptions,
} from "../engine/mock-options.ts";
import type { ServiceTypes } from "../engine/model/service-types.ts";
import { validatePresets } from "../engine/reload-presets.ts";
import type { Optional } from "../values/json.ts";
import { loadOnce } from "../values/load-once.ts";
import { type OptionNames, requireOptions } from "../values/require-options.ts";
import { warnOnce } from "../values/warn-once.ts";
import type { Config } from "./config.ts";
import { composePresets } from "./create-presets.ts";
import { listMswHandlers } from "./defined-handler.ts";
import {
	createServiceEngine,
	type Followed,
	type Registered,
	serviceOf,
} from "./shipped-service.ts";

export interface MockOptions<Types extends ServiceTypes = Registered>
	extends EngineOptions,
		Optional<
			Pick<Config<Types>, "datasets" | "scenarios" | "fixtures" | "handlers">
		> {
	readonly dataset?: Types["datasets"] | undefined;
	readonly scenario?: Types["scenarios"] | undefined;
	/** A configuration. The options replace its properties of the same name. */
	readonly config?: Config<Types> | undefined;
}

export const MOCK_OPTION_NAMES: OptionNames<MockOptions> = {
	...ENGINE_OPTION_NAMES,
	config: true,
	datasets: true,
	scenarios: true,
	fixtures: true,
	handlers: true,
};

const loadFixtures = loadOnce(
	() => import("../../fixtures/create-fixtures.ts"),
);

/**
 * Returns the options with the presets of their configuration, and without the configuration itself. Warns once about
 * properties of the configuration that are not read.
 * @param owner the function that takes the options
 * @throws TypeError if the configuration names a document by its path and the options have none, or if it has
 * fixtures for another document
 * @throws RangeError for an invalid scenario, or a handler that does not fit
 */
export function readConfigured<Types extends ServiceTypes>(
	owner: string,
	{
		config = {},
		datasets = config.datasets,
		scenarios = config.scenarios,
		fixtures = config.fixtures,
		handlers = config.handlers,
		// A path, which `serviceOf` rejects.
		document = Object(config).document,
		...options
	}: MockOptions<Types>,
): EngineOptions & Followed {
	const followed = { ...options, document, handlers };
	const unread = ["flags", "ledger"].filter((name) => name in config);
	if (unread.length > 0)
		warnOnce(
			`${owner} does not read ${unread.join(" and ")} of the configuration. Set what you need of it as options.`,
		);
	const given = { datasets, scenarios, fixtures };
	return Object.values(given).some(Boolean)
		? { ...followed, presets: composePresets(given, followed, loadFixtures) }
		: followed;
}

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
