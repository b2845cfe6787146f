import { operations as specs } from "../../contracts/generated/operations.ts";
import type {
	operations as operationTypes,
	paths,
} from "../../contracts/generated/types.ts";
import type { datasets } from "../../fixtures/datasets.ts";
import type { Collections } from "../../handlers/define-operation.ts";
import { service } from "../../handlers/index.ts";
import type { scenarios } from "../../handlers/scenarios.ts";
import { createEngine, type Engine } from "../engine/engine.ts";
import type { MockOptions as EngineOptions } from "../engine/mock-options.ts";
import type {
	LedgerEntry,
	OperationModel,
	Service,
} from "../engine/model/service.ts";
import type { ServiceOf, ServiceTypes } from "../engine/model/service-types.ts";
import type { SessionFile } from "../engine/sessions/session.ts";
import type { SharedMock } from "../engine/shared-mock.ts";
import { type ConfiguredHandler, withHandlers } from "./defined-handler.ts";

export { service } from "../../handlers/index.ts";

/** The types of the zaps service. */
export type Zaps = ServiceOf<{
	readonly paths: paths;
	readonly operations: operationTypes;
	readonly success: {
		readonly [Id in keyof typeof specs]: (typeof specs)[Id]["success"];
	};
	readonly collections: Pick<Collections, keyof Collections>;
	readonly datasets: keyof typeof datasets;
	readonly scenarios: keyof typeof scenarios;
}>;

/**
 * Declares the default types. The file that `understudy types` writes adds the property `service`. Without it, the
 * types of the zaps service apply.
 */
// biome-ignore lint/suspicious/noEmptyInterface: declarations of users are merged with it
export interface Register {}

/** The types of the registered service, or else of the zaps service. */
export type Registered = Register extends {
	readonly service: infer Types extends ServiceTypes;
}
	? Types
	: Zaps;

export type DatasetName = Registered["datasets"];
export type ScenarioName = Registered["scenarios"];

/** The options that determine the service of a mock. */
export interface Followed extends Pick<EngineOptions, "document"> {
	readonly handlers?: readonly ConfiguredHandler[] | undefined;
}

/**
 * Returns the service of the document that a mock follows, with the operations of its handlers.
 * @throws TypeError for a value that is not a document, such as a path
 * @throws RangeError that names a handler that does not fit
 */
export function serviceOf({ document, handlers }: Followed): Service {
	if (document === undefined) return withHandlers(service, handlers);
	// Not every user checks types.
	const given: Partial<typeof document> | null = document;
	if (!given?.service?.operations)
		throw new TypeError(
			"Invalid document. Pass the result of `await loadDocument(file)` or, in a page, the mockDocument of the module that `understudy document <file> --out <module>` writes.",
		);
	return withHandlers(given.service, handlers);
}

/** The name of the service, for the banner. */
export const title = "zaps service";

/** The OpenAPI document of the service, in the folder of the package. */
export const documentPath = "contracts/openapi.yaml";

/** All assumptions of the mock where the specification is silent. */
export const ledger: readonly LedgerEntry[] = service.ledger;

export const operationSpecs: readonly OperationModel[] = Object.values(specs);

/** The seven operations: id, method, path, and a summary. */
export const operations: readonly Pick<
	OperationModel,
	"id" | "method" | "path" | "summary"
>[] = service.operations.map(({ spec: { id, method, path, summary } }) => ({
	...{ id, method, path, summary },
}));

/**
 * Creates a mock for a server. Starts faster than `createMock`, because it loads neither MSW nor the control
 * interface.
 * @throws the same errors as `createEngine`
 */
export const createServiceEngine = (
	{ handlers, ...options }: EngineOptions & Followed = {},
	file?: SessionFile,
	shared?: SharedMock,
): Engine =>
	createEngine(
		serviceOf({ document: options.document, handlers }),
		options,
		file,
		shared,
	);
