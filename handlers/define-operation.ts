import { operations as specs } from "../contracts/generated/operations.ts";
import type { components, operations } from "../contracts/generated/types.ts";
import { behaviors } from "../fixtures/records.ts";
import type {
	OperationDefinition,
	Rejection,
	Reply,
	State,
} from "../src/engine/model/service.ts";
import { loadOnce } from "../src/values/load-once.ts";

/** Loaded with the first request, so that a mock starts sooner. */
const loadAll = loadOnce(
	() => import("../contracts/generated/request-validators.ts"),
);

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
	/**
	 * Replies with a status that the OpenAPI document lists, and the body that it describes for this status.
	 * @param headers by name in lower case
	 */
	readonly reply: <Status extends StatusOf<Id>>(
		status: Status,
		body: DeepReadonly<ResponseBodyOf<Id, Status>>,
		headers?: Reply["headers"],
	) => Reply;
}

/** What an operation does with a valid request. */
export type Handle<Id extends OperationId> = (
	exchange: HandlerContext<Id>,
) => Promise<Reply | Rejection>;

/**
 * Defines an operation with types from the OpenAPI document: a wrong status, property or name does not compile.
 * @param handle defaults to the behavior that the document describes
 */
export function defineOperation<const Id extends OperationId>(
	id: Id,
	handle?: Handle<Id>,
): OperationDefinition {
	const spec = specs[id];
	const reply: HandlerContext<Id>["reply"] = (status, body, headers = {}) => ({
		status,
		body,
		headers,
	});
	const behavior = behaviors.handles[id];
	if (!behavior) throw new Error(`${id} has no behavior.`);
	return {
		spec,
		async loadValidators() {
			const { validators } = await loadAll();
			return {
				validateBody: validators[`${id} body`],
				validateQuery: validators[`${id} query`],
			};
		},
		handle: handle
			? // The exchange is valid, and validators and types are generated from the same OpenAPI document.
				(exchange) =>
					handle({ ...exchange, reply } as unknown as HandlerContext<Id>)
			: behavior,
	};
}
