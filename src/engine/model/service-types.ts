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

/** The types of an OpenAPI document. Other folders work with any service; the entries choose one. */
export interface ServiceTypes {
	readonly operations: Readonly<Record<string, OperationTypes>>;
	/** The type of a record for each collection. */
	readonly collections: Readonly<Record<string, object>>;
	/** The paths as openapi-typescript writes them, for `createClient`. */
	readonly paths: object;
	/** The names of datasets: the built-in names, for completion, and any other name. */
	readonly datasets: string;
	/** The names of scenarios: the built-in names, for completion, and any other name. */
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

/** The types of an operation. An operation that a handler adds has any types. */
export type OperationOf<Types extends ServiceTypes, Name> =
	Name extends OperationIdOf<Types>
		? Types["operations"][Name]
		: {
				readonly query: unknown;
				readonly body: unknown;
				readonly success: number;
				readonly responses: Readonly<Record<number, unknown>>;
			};

/** The types of a document that openapi-typescript and `understudy types` write. */
interface DocumentTypes {
	readonly paths: object;
	readonly operations: object;
	/** The success status of each served operation. */
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

/** Any name. An editor still completes the built-in names; with plain `string`, it would not. */
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
