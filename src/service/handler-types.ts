import type { RequestHead } from "../document/validate-request.ts";
import type { InvalidPlace, Reply } from "../engine/model/service.ts";
import type {
	At,
	ExchangeTypes,
	ExchangeTypesOf,
	OperationIdOf,
	ServiceTypes,
} from "../engine/model/service-types.ts";
import type { HandlerState } from "./handler-state.ts";

/** The parameters in a path template. */
type ParameterOf<Path> = Path extends `${string}{${infer Name}}${infer Rest}`
	? Name | ParameterOf<Rest>
	: never;

/** The types of an operation that the OpenAPI document does not describe. */
interface UntypedExchange<Name> extends ExchangeTypes {
	readonly path: { readonly [Each in ParameterOf<Name>]: string };
	readonly query: Readonly<Record<string, string | readonly string[]>>;
	readonly body: unknown;
	readonly responses: Readonly<Record<number, unknown>>;
}

/** The types of a route from openapi-typescript; never if the document lacks the route. */
type RouteOf<
	Types extends ServiceTypes,
	Name,
> = Name extends `${infer Method} ${infer Path}`
	? NonNullable<At<At<Types["paths"], Path>, Lowercase<Method>>>
	: never;

/** The types of the operation with an id, or with a method and a path. */
type ExchangeOf<Types extends ServiceTypes, Name> =
	Name extends OperationIdOf<Types>
		? Types["operations"][Name]
		: [RouteOf<Types, Name>] extends [never]
			? UntypedExchange<Name>
			: ExchangeTypesOf<RouteOf<Types, Name>>;

/** Readonly at every depth, because responses can share a body. */
type DeepReadonly<Value> = Value extends readonly (infer Item)[]
	? readonly DeepReadonly<Item>[]
	: Value extends object
		? { readonly [Name in keyof Value]: DeepReadonly<Value[Name]> }
		: Value;

type Headers = Readonly<Record<string, string>>;

/** The type of the body in a reply. It is optional if the document describes no body, or allows anything. */
type ReplyContent<Body> = [Body] extends [never]
	? [body?: undefined, headers?: Headers]
	: unknown extends Body
		? [body?: unknown, headers?: Headers]
		: [body: DeepReadonly<Body>, headers?: Headers];

/** The input of a handler. */
export interface HandlerExchange<
	Types extends ServiceTypes,
	Exchange extends ExchangeTypes,
> {
	/** The parameters in the path, percent-decoded. */
	readonly path: Exchange["path"];
	/**
	 * The query parameters. A parameter that the document does not describe is a text, or an array if it is repeated.
	 */
	readonly query: Exchange["query"];
	/** The body, parsed if it is JSON; undefined if there is none. */
	readonly body: Exchange["body"];
	/** The headers of the request, each by its name in lower case. */
	readonly request: RequestHead;
	/** The records of the session. */
	readonly state: HandlerState<Types["collections"]>;
	/**
	 * Responds. A reply that violates the OpenAPI document is sent unchanged. The journal and the log show the
	 * violation.
	 * @param status any status from 200 to 599. Statuses in the document have typed bodies.
	 */
	readonly reply: <Status extends keyof Exchange["responses"] & number>(
		status: Status,
		...content: ReplyContent<Exchange["responses"][Status]>
	) => Reply;
	/**
	 * Rejects the request with an error in the form of the OpenAPI document.
	 * @param detail a sentence with the reason
	 * @param errors the invalid places of the request
	 */
	readonly reject: (
		status: number,
		detail: string,
		errors?: readonly InvalidPlace[],
	) => Reply;
}

/** A function that responds to the requests of one operation. */
export type Handle<Types extends ServiceTypes, Name> = (
	exchange: HandlerExchange<Types, ExchangeOf<Types, Name>>,
) => Reply | Promise<Reply>;
