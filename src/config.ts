import type { Fixtures } from "../fixtures/create-fixtures.ts";
import type { FixtureOverrides } from "../fixtures/overrides.ts";
import type { Collections } from "../handlers/define-operation.ts";
import type { RequestHandler } from "./adapters/msw/override-handlers.ts";
import type { Credentials, Scenario } from "./engine/service.ts";

/** Records by collection, newest first; a collection that is not named is empty. */
export type ConfiguredState = {
	readonly [Name in keyof Collections]?: readonly Collections[Name][];
};

/** A state to start from, or what makes it from builders of plausible records. */
export type ConfiguredDataset =
	| ConfiguredState
	| ((fixtures: Fixtures) => ConfiguredState | Promise<ConfiguredState>);

/** What `understudy serve` does where its flags say nothing. */
export interface ConfiguredFlags {
	readonly port?: number;
	readonly host?: string;
	readonly basePath?: string;
	readonly seed?: number;
	readonly clock?: string;
	readonly dataset?: string;
	readonly scenario?: string;
	readonly journal?: number;
	readonly auth?: "none" | Credentials;
	/** Requests a second. */
	readonly rateLimit?: number;
	/** Names of headers and query parameters whose values neither journal nor log tell. */
	readonly redact?: readonly string[];
	readonly controlToken?: string;
	readonly log?: "pretty" | "json" | "silent";
}

/** What a project adds to the mock. */
export interface Config {
	readonly flags?: ConfiguredFlags;
	/** By name, beside `empty`, `default` and `large` or in place of them. */
	readonly datasets?: Readonly<Record<string, ConfiguredDataset>>;
	/** By name, beside those of the package or in place of them. */
	readonly scenarios?: Readonly<Record<string, Scenario>>;
	/** Handlers of MSW that answer before the mock does. */
	readonly handlers?: readonly RequestHandler[];
	/** What the records of the datasets `default` and `large` should have. */
	readonly fixtures?: FixtureOverrides;
}

/** Gives back the configuration, checked by the compiler: `export default defineConfig({ … })` in `understudy.config.ts`. */
export const defineConfig = (config: Config): Config => config;
