import { operations as specs } from "../contracts/generated/operations.ts";
import { validators } from "../contracts/generated/request-validators.ts";
import type { components, operations } from "../contracts/generated/types.ts";
import type {
	InvalidPlace,
	OperationDefinition,
	Rejection,
	Reply,
	State,
} from "../src/engine/model/service.ts";

export type OperationId = keyof operations;
type Schemas = components["schemas"];

/** The record type of each collection. */
export interface Collections {
	zaps: Schemas["Zap"];
	commands: Schemas["CommandReceipt"];
	pipelines: Schemas["PipelineReceipt"];
	audit: Schemas["AuditRecord"];
}

export type BodyOf<Id extends OperationId> = operations[Id] extends {
	requestBody: { content: infer Content };
}
	? Content[keyof Content]
	: undefined;
export type QueryOf<Id extends OperationId> = NonNullable<
	operations[Id]["parameters"]["query"]
>;
export type StatusOf<Id extends OperationId> =
	keyof operations[Id]["responses"] & number;
export type ResponseBodyOf<
	Id extends OperationId,
	Status extends StatusOf<Id>,
> = operations[Id]["responses"][Status] extends { content: infer Content }
	? Content[keyof Content]
	: never;

/** Readonly all the way down, because responses can share a body. */
type DeepReadonly<Value> = Value extends readonly (infer Item)[]
	? readonly DeepReadonly<Item>[]
	: Value extends object
		? { readonly [Member in keyof Value]: DeepReadonly<Value[Member]> }
		: Value;

/** `limit` is always set after validation, because the OpenAPI document has a default. */
type WithDefaults<Input> = Input extends { limit?: infer Limit }
	? Omit<Input, "limit"> & { limit: NonNullable<Limit> }
	: Input;

export interface HandlerContext<Id extends OperationId> {
	readonly query: WithDefaults<QueryOf<Id>>;
	readonly body: WithDefaults<BodyOf<Id>>;
	readonly state: State<Collections>;
	/** The status of a success. */
	readonly success: (typeof specs)[Id]["success"] & StatusOf<Id>;
	/**
	 * Replies with a status that the OpenAPI document lists, and the body that it describes for this status.
	 * @param headers by name in lower case
	 */
	readonly reply: <Status extends StatusOf<Id>>(
		status: Status,
		body: DeepReadonly<ResponseBodyOf<Id, Status>>,
		headers?: Reply["headers"],
	) => Reply;
	/** Rejects the request as invalid at one place. */
	readonly reject: (place: InvalidPlace) => Rejection;
}

/** Defines an operation with types from the OpenAPI document: a wrong status, property or name does not compile. */
export function defineOperation<const Id extends OperationId>(
	id: Id,
	handle: (exchange: HandlerContext<Id>) => Promise<Reply | Rejection>,
): OperationDefinition {
	const spec = specs[id];
	const success = spec.success as HandlerContext<Id>["success"];
	const reply: HandlerContext<Id>["reply"] = (status, body, headers) => ({
		status,
		body,
		...(headers && { headers }),
	});
	const reject = (place: InvalidPlace): Rejection => ({ invalid: [place] });
	const validateBody = validators[`${id} body`];
	const validateQuery = validators[`${id} query`];
	return {
		spec,
		...(validateBody && { validateBody }),
		...(validateQuery && { validateQuery }),
		handle: ({ query, body, state }) =>
			handle({
				// Both are valid, and validators and types are generated from the same OpenAPI document.
				query: query as HandlerContext<Id>["query"],
				body: body as HandlerContext<Id>["body"],
				state: state as State<Collections>,
				success,
				reply,
				reject,
			}),
	};
}
