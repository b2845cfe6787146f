import type {
	FixtureOverrides,
	Fixtures,
} from "../../fixtures/create-fixtures.ts";
import type {
	OperationNameOf,
	ServiceTypes,
} from "../engine/model/service-types.ts";
import type { FaultOf } from "../faults/fault.ts";
import type { Flags, Scenario } from "../schemas/generated/types.ts";
import type { ConfiguredHandler } from "./defined-handler.ts";
import type { Registered } from "./shipped-service.ts";

/** Records by collection, the newest first. A missing collection is empty. */
export type ConfiguredState<Types extends ServiceTypes = Registered> = {
	readonly [Name in keyof Types["collections"]]?: readonly Types["collections"][Name][];
};

/** A state to start from, or a function that returns one. The function receives builders of plausible records. */
export type ConfiguredDataset<Types extends ServiceTypes = Registered> =
	| ConfiguredState<Types>
	| ((
			fixtures: Fixtures,
	  ) => ConfiguredState<Types> | Promise<ConfiguredState<Types>>);

/** Defaults for the flags of `understudy serve`. */
export interface ConfiguredFlags<Types extends ServiceTypes = Registered>
	extends Flags {
	readonly dataset?: Types["datasets"];
	readonly scenario?: Types["scenarios"];
}

/** A way for the mock to behave. */
export interface ConfiguredScenario<Types extends ServiceTypes = Registered>
	extends Scenario {
	readonly dataset?: Types["datasets"];
	readonly faults?: readonly FaultOf<OperationNameOf<Types>>[];
}

/** The contents of `understudy.config.ts`. */
export interface Config<Types extends ServiceTypes = Registered> {
	readonly flags?: ConfiguredFlags<Types>;
	/** The file with the statuses of the assumptions, relative to this file. */
	readonly ledger?: string;
	/** The OpenAPI document to follow instead of the document of the package, relative to this file. */
	readonly document?: string;
	/**
	 * Datasets by name, in addition to `empty`, `default` and `large`. A dataset with one of these names replaces it.
	 */
	readonly datasets?: Readonly<Record<string, ConfiguredDataset<Types>>>;
	/** Scenarios by name, in addition to the built-in scenarios. A scenario with a built-in name replaces it. */
	readonly scenarios?: Readonly<Record<string, ConfiguredScenario<Types>>>;
	/** Operations that `defineHandler` defines, and MSW handlers that may respond instead of the mock. */
	readonly handlers?: readonly ConfiguredHandler[];
	/** Properties of the records in the datasets `default` and `large`. */
	readonly fixtures?: FixtureOverrides;
}

/** Accepts states that have unknown collections only, which `KnownDataset` reports in a sentence. */
type AnyState<Types extends ServiceTypes> = ConfiguredState<Types> & object;

type Datasets<Types extends ServiceTypes> = Readonly<
	Record<
		string,
		| ConfiguredState<Types>
		| ((fixtures: Fixtures) => AnyState<Types> | Promise<AnyState<Types>>)
	>
>;

/** A state in which an unknown collection has a type that no records have. */
type KnownState<Types extends ServiceTypes, State> = {
	readonly [Name in keyof State]: Name extends keyof Types["collections"]
		? State[Name]
		: `${Name & string} is not a collection of the OpenAPI document`;
};

/** Checks what functions return, too: TypeScript reports unknown properties of literals only. */
type KnownDataset<Types extends ServiceTypes, Dataset> = Dataset extends (
	...args: infer Args
) => infer State
	? (
			...args: Args
		) => State extends Promise<infer Loaded>
			? Promise<KnownState<Types, Loaded>>
			: KnownState<Types, State>
	: KnownState<Types, Dataset>;

/** Returns the configuration unchanged, for type checking: `export default defineConfig({ … })` in `understudy.config.ts`. */
export const defineConfig = <
	Types extends ServiceTypes = Registered,
	Given extends Datasets<Types> = Datasets<Types>,
>(
	config: Omit<Config<Types>, "datasets"> & {
		/** Datasets by name, added to `empty`, `default` and `large`, or replacing them. */
		readonly datasets?: Given & {
			readonly [Name in keyof Given]: KnownDataset<Types, Given[Name]>;
		};
	},
): Config<Types> => config;
