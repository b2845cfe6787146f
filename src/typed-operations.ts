import { operations as specs } from "../contracts/generated/operations.ts";
import type { operations } from "../contracts/generated/types.ts";
import type { Collections } from "../handlers/define-operation.ts";
import type { KnownOperation } from "./testing/answer.ts";

type Operations = {
	readonly [Id in keyof operations]: {
		readonly query: operations[Id]["parameters"] extends {
			query?: infer Query;
		}
			? NonNullable<Query>
			: Record<never, never>;
		readonly body: operations[Id] extends {
			requestBody: { content: infer Content };
		}
			? Content[keyof Content]
			: undefined;
		readonly success: (typeof specs)[Id]["success"];
		readonly responses: {
			readonly [Status in keyof operations[Id]["responses"] &
				number]: operations[Id]["responses"][Status] extends {
				content: infer Content;
			}
				? Content[keyof Content]
				: unknown;
		};
	};
};

/** The zaps service, as types. */
export type Zaps = {
	readonly operations: Operations;
	readonly collections: Pick<Collections, keyof Collections>;
};

/** The id of an operation of the zaps service. */
export type OperationId = keyof operations;

export const knownOperations: readonly KnownOperation[] = Object.values(specs);
