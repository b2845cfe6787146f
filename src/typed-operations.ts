import { operations as specs } from "../contracts/generated/operations.ts";
import type {
	BodyOf,
	Collections,
	OperationId,
	QueryOf,
	ResponseBodyOf,
	StatusOf,
} from "../handlers/define-operation.ts";
import type { OperationSpec } from "./engine/service.ts";

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
};

export const operationSpecs: readonly OperationSpec[] = Object.values(specs);
