import { operations as specs } from "../contracts/generated/operations.ts";
import { validators } from "../contracts/generated/request-validators.ts";
import type { components, operations } from "../contracts/generated/types.ts";
import type {
	InvalidPlace,
	OperationDefinition,
	Rejection,
	Reply,
} from "../src/engine/service.ts";
import type { State } from "../src/engine/sessions/state.ts";

export type OperationId = keyof operations;
type Schemas = components["schemas"];

/** What each collection of the state holds. */
export interface Collections {
	zaps: Schemas["Zap"];
	commands: Schemas["CommandReceipt"];
	pipelines: Schemas["PipelineReceipt"];
	audit: Schemas["AuditRecord"];
}

type BodyOf<Id extends OperationId> = operations[Id] extends {
	requestBody: { content: infer Content };
}
	? Content[keyof Content]
	: undefined;
type QueryOf<Id extends OperationId> = operations[Id]["parameters"] extends {
	query?: infer Parameters;
}
	? NonNullable<Parameters>
	: never;
type StatusOf<Id extends OperationId> = keyof operations[Id]["responses"] &
	number;
type AnswerOf<
	Id extends OperationId,
	Status extends StatusOf<Id>,
> = operations[Id]["responses"][Status] extends { content: infer Content }
	? Content[keyof Content]
	: never;

/** An answer may be shared by requests, so nobody may write to it. */
type Shared<Value> = Value extends readonly (infer Item)[]
	? readonly Shared<Item>[]
	: Value extends object
		? { readonly [Member in keyof Value]: Shared<Value[Member]> }
		: Value;

/** A limit has a default in the document, so it is always there once the request was read. */
type Defaulted<Input> = Input extends { limit?: infer Limit }
	? Omit<Input, "limit"> & { limit: NonNullable<Limit> }
	: Input;

export interface ExchangeOf<Id extends OperationId> {
	readonly query: Defaulted<QueryOf<Id>>;
	readonly body: Defaulted<BodyOf<Id>>;
	readonly state: State<Collections>;
	/** Answers with a status that the document lists, and a body as it describes for that status. */
	readonly reply: <Status extends StatusOf<Id>>(
		status: Status,
		body: Shared<AnswerOf<Id, Status>>,
	) => Reply;
	/** Refuses the request as invalid at one place. */
	readonly refuse: (place: InvalidPlace) => Rejection;
}

/** What plays an operation, typed from the document: a wrong status, a missing member or a wrong name does not compile. */
export function defineOperation<const Id extends OperationId>(
	id: Id,
	handle: (exchange: ExchangeOf<Id>) => Promise<Reply | Rejection>,
): OperationDefinition {
	const {
		reply,
		refuse,
	}: Pick<ExchangeOf<Id>, "reply" | "refuse"> = {
		reply: (status, answer) => ({ status, body: answer }),
		refuse: (place) => ({ invalid: [place] }),
	};
	const validateBody = validators[`${id} body`];
	const validateQuery = validators[`${id} query`];
	return {
		spec: specs[id],
		...(validateBody && { validateBody }),
		...(validateQuery && { validateQuery }),
		handle: ({ query, body, state }) =>
			handle({
				// The validators, made from the same document as the types, have just said that they are of these types.
				query: query as ExchangeOf<Id>["query"],
				body: body as ExchangeOf<Id>["body"],
				state: state as State<Collections>,
				reply,
				refuse,
			}),
	};
}
