import { operations as specs } from "../contracts/generated/operations.ts";
import type { datasets } from "../fixtures/datasets.ts";
import type {
	BodyOf,
	Collections,
	OperationId,
	QueryOf,
	ResponseBodyOf,
	StatusOf,
} from "../handlers/define-operation.ts";
import type { scenarios } from "../handlers/scenarios.ts";
import type { MockOptions as EngineOptions } from "./engine/mock-options.ts";
import type { OperationModel } from "./engine/model/service.ts";

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

export const operationSpecs: readonly OperationModel[] = Object.values(specs);
