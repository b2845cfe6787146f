import { operations as specs } from "../contracts/generated/operations.ts";
import type { operations } from "../contracts/generated/types.ts";
import type { Collections } from "../handlers/define-operation.ts";
import type { OperationSpec } from "./engine/service.ts";

type ContentOf<Message> = Message extends { content: infer Content }
	? Content[keyof Content]
	: unknown;

type Operations = {
	readonly [Id in keyof operations]: {
		readonly query: NonNullable<operations[Id]["parameters"]["query"]>;
		readonly body: operations[Id] extends { requestBody: infer Body }
			? ContentOf<Body>
			: undefined;
		readonly success: (typeof specs)[Id]["success"];
		readonly responses: {
			readonly [Status in keyof operations[Id]["responses"] &
				number]: ContentOf<operations[Id]["responses"][Status]>;
		};
	};
};

/** The types of the zaps service. */
export type Zaps = {
	readonly operations: Operations;
	readonly collections: Pick<Collections, keyof Collections>;
};

export const operationSpecs: readonly OperationSpec[] = Object.values(specs);
