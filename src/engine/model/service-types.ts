/** The types of the requests and the responses of one operation. */
export interface ExchangeTypes {
	readonly path: unknown;
	readonly query: unknown;
	readonly body: unknown;
	/** The response body for each status that the OpenAPI document lists. */
	readonly responses: object;
}

/** The types of one operation. */
export interface OperationTypes extends ExchangeTypes {
	/** The success status. */
	readonly success: number;
}

/** The types that an OpenAPI document defines. Other folders work with any service; the entries choose one. */
export interface ServiceTypes {
	readonly operations: Readonly<Record<string, OperationTypes>>;
	/** The type of a record for each collection. */
	readonly collections: Readonly<Record<string, object>>;
	/** The paths as openapi-typescript writes them, for a client. */
	readonly paths: object;
	/** The names of datasets: the built-in ones, for completion, and any other. */
	readonly datasets: string;
	/** The names of scenarios, in the same way. */
	readonly scenarios: string;
}

export type OperationIdOf<Types extends ServiceTypes> =
	keyof Types["operations"] & string;

type Method =
	| "GET"
	| "PUT"
	| "POST"
	| "DELETE"
	| "OPTIONS"
	| "HEAD"
	| "PATCH"
	| "TRACE";

/** An operation of the service, or one that a handler adds, such as `GET /v1/zaps/{zapId}`. */
export type OperationNameOf<Types extends ServiceTypes> =
	| OperationIdOf<Types>
	| `${Method} /${string}`;

/** The types of an operation. Those that a handler adds have any. */
export type OperationOf<Types extends ServiceTypes, Name> =
	Name extends OperationIdOf<Types>
		? Types["operations"][Name]
		: {
				readonly query: unknown;
				readonly body: unknown;
				readonly success: number;
				readonly responses: Readonly<Record<number, unknown>>;
			};

/** What openapi-typescript writes of a document, and what the mock makes of it. */
interface DocumentTypes {
	readonly paths: object;
	readonly operations: object;
	/** The success status of each operation that is served. */
	readonly success: object;
	readonly collections: object;
	readonly datasets: string;
	readonly scenarios: string;
}

export type At<Value, Name> = Name extends keyof Value ? Value[Name] : never;

/** The body of a request or a response. */
type ContentOf<Message> = Message extends { content: infer Media }
	? Media[keyof Media]
	: never;

type BodyOf<Operation> = [NonNullable<At<Operation, "requestBody">>] extends [
	never,
]
	? undefined
	: ContentOf<NonNullable<At<Operation, "requestBody">>>;

type ResponsesOf<Responses> = {
	readonly [Status in keyof Responses & number]: ContentOf<Responses[Status]>;
};

/** The types of an operation as openapi-typescript writes it. */
export type ExchangeTypesOf<Operation> = {
	readonly path: NonNullable<At<At<Operation, "parameters">, "path">>;
	readonly query: NonNullable<At<At<Operation, "parameters">, "query">>;
	readonly body: BodyOf<Operation>;
	readonly responses: ResponsesOf<At<Operation, "responses">>;
};

/** Any name. An editor completes the built-in ones, which `string` alone would absorb. */
type OrOwn<BuiltIn extends string> = BuiltIn | (string & Record<never, never>);

/** The types of a service, for a file that `understudy types` writes. */
export type ServiceOf<Types extends DocumentTypes> = {
	readonly operations: {
		readonly [Id in keyof Types["success"] &
			keyof Types["operations"]]: ExchangeTypesOf<Types["operations"][Id]> & {
			readonly success: Types["success"][Id] & number;
		};
	};
	readonly collections: {
		readonly [Name in keyof Types["collections"]]: Types["collections"][Name] &
			object;
	};
	readonly paths: Types["paths"];
	readonly datasets: OrOwn<Types["datasets"]>;
	readonly scenarios: OrOwn<Types["scenarios"]>;
};
