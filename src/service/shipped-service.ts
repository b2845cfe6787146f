import { operations as specs } from "../../contracts/generated/operations.ts";
import type { datasets } from "../../fixtures/datasets.ts";
import type {
	BodyOf,
	Collections,
	OperationId,
	QueryOf,
	ResponseBodyOf,
	StatusOf,
} from "../../handlers/define-operation.ts";
import { service } from "../../handlers/index.ts";
import type { scenarios } from "../../handlers/scenarios.ts";
import { createEngine, type Engine } from "../engine/engine.ts";
import type { MockOptions as EngineOptions } from "../engine/mock-options.ts";
import type {
	LedgerEntry,
	OperationModel,
	Service,
} from "../engine/model/service.ts";
import type { StoreFile } from "../store/backing.ts";

export type {
	Collections,
	OperationId,
} from "../../handlers/define-operation.ts";
export { service } from "../../handlers/index.ts";

/** Any name. An editor completes the built-in ones, which `string` alone would absorb. */
type OrOwn<BuiltIn extends string> = BuiltIn | (string & Record<never, never>);

export type DatasetName = OrOwn<keyof typeof datasets>;
export type ScenarioName = OrOwn<keyof typeof scenarios>;

/** The types of the zaps service. */
export type Zaps = {
	readonly operations: {
		readonly [Id in OperationId]: {
			readonly query: QueryOf<Id>;
			readonly body: BodyOf<Id>;
			readonly success: (typeof specs)[Id]["success"];
			readonly responses: {
				readonly [Status in StatusOf<Id>]: ResponseBodyOf<Id, Status>;
			};
		};
	};
	readonly collections: Pick<Collections, keyof Collections>;
	readonly datasets: DatasetName;
	readonly scenarios: ScenarioName;
};

export interface MockOptions extends EngineOptions {
	readonly dataset?: DatasetName | undefined;
	readonly scenario?: ScenarioName | undefined;
}

/** Returns the service of the document that a mock follows. */
export const serviceOf = ({
	document,
}: Pick<EngineOptions, "document">): Service => document?.service ?? service;

/** The name of the service, for the banner. */
export const title = "zaps service";

/** The OpenAPI document of the service, in the folder of the package. */
export const documentPath = "contracts/openapi.yaml";

/** Every assumption that the mock makes where the specification is silent. */
export const ledger: readonly LedgerEntry[] = service.ledger;

export const operationSpecs: readonly OperationModel[] = Object.values(specs);

/** The seven operations: id, method, path, and a summary. */
export const operations: readonly {
	readonly id: string;
	readonly method: string;
	readonly path: string;
	readonly summary: string;
}[] = service.operations.map(({ spec: { id, method, path, summary } }) => ({
	id,
	method,
	path,
	summary,
}));

/**
 * Creates the mock of the zaps service, or of a document, for a server. It starts faster than `createMock`, since it loads neither MSW nor
 * the control interface.
 * @throws as `createEngine` does
 */
export const createServiceEngine = (
	options: MockOptions = {},
	file?: StoreFile,
): Engine => createEngine(serviceOf(options), options, file);
