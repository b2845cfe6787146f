import type { FixtureOverrides } from "../../fixtures/build-records.ts";
import type { Fixtures } from "../../fixtures/create-fixtures.ts";
import type { AnyHandler } from "../adapters/msw/msw-handler.ts";
import type { FaultOf } from "../faults/fault.ts";
import type { Flags, Scenario } from "../schemas/generated/types.ts";
import type {
	Collections,
	DatasetName,
	OperationId,
	ScenarioName,
} from "./shipped-service.ts";

/** Records by collection, newest first. Collections left out are empty. */
export type ConfiguredState = {
	readonly [Name in keyof Collections]?: readonly Collections[Name][];
};

/** A state to start from, or a function that returns one, using builders of plausible records. */
export type ConfiguredDataset =
	| ConfiguredState
	| ((fixtures: Fixtures) => ConfiguredState | Promise<ConfiguredState>);

/** Defaults for the flags of `understudy serve`. */
export interface ConfiguredFlags extends Flags {
	readonly dataset?: DatasetName;
	readonly scenario?: ScenarioName;
}

/** A way for the mock to behave. */
export interface ConfiguredScenario extends Scenario {
	readonly dataset?: DatasetName;
	readonly faults?: readonly FaultOf<OperationId>[];
}

/** The contents of `understudy.config.ts`. */
export interface Config {
	readonly flags?: ConfiguredFlags;
	/** The file with the statuses of the assumptions, relative to this file. */
	readonly ledger?: string;
	/** The OpenAPI document to follow instead of that of the package, relative to this file. */
	readonly document?: string;
	/** Datasets by name, added to `empty`, `default` and `large`, or replacing them. */
	readonly datasets?: Readonly<Record<string, ConfiguredDataset>>;
	/** Scenarios by name, added to those of the package, or replacing them. */
	readonly scenarios?: Readonly<Record<string, ConfiguredScenario>>;
	/** MSW handlers that may respond instead of the mock. */
	readonly handlers?: readonly AnyHandler[];
	/** Properties of the records in the datasets `default` and `large`. */
	readonly fixtures?: FixtureOverrides;
}

/** Returns the configuration unchanged, for type checking: `export default defineConfig({ … })` in `understudy.config.ts`. */
export const defineConfig = (config: Config): Config => config;
