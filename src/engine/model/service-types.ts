/** The types of one operation. */
export interface OperationTypes {
	readonly query: unknown;
	readonly body: unknown;
	/** The success status. */
	readonly success: number;
	/** The response body for each status that the OpenAPI document lists. */
	readonly responses: object;
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

type At<Value, Name> = Name extends keyof Value ? Value[Name] : never;

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

/** Any name. An editor completes the built-in ones, which `string` alone would absorb. */
type OrOwn<BuiltIn extends string> = BuiltIn | (string & Record<never, never>);

/** The types of a service, for a file that `understudy types` writes. */
export type ServiceOf<Types extends DocumentTypes> = {
	readonly operations: {
		readonly [Id in keyof Types["success"] & keyof Types["operations"]]: {
			readonly query: NonNullable<
				At<At<Types["operations"][Id], "parameters">, "query">
			>;
			readonly body: BodyOf<Types["operations"][Id]>;
			readonly success: Types["success"][Id] & number;
			readonly responses: ResponsesOf<At<Types["operations"][Id], "responses">>;
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
