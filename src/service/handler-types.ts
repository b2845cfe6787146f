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

/** Of an operation that the OpenAPI document does not describe. */
interface UntypedExchange<Name> extends ExchangeTypes {
	readonly path: { readonly [Each in ParameterOf<Name>]: string };
	readonly query: Readonly<Record<string, string | readonly string[]>>;
	readonly body: unknown;
	readonly responses: Readonly<Record<number, unknown>>;
}

/** What openapi-typescript writes of a route; never if the document does not have it. */
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

/** Readonly all the way down, because responses can share a body. */
type DeepReadonly<Value> = Value extends readonly (infer Item)[]
	? readonly DeepReadonly<Item>[]
	: Value extends object
		? { readonly [Name in keyof Value]: DeepReadonly<Value[Name]> }
		: Value;

type Headers = Readonly<Record<string, string>>;

/** A body may be omitted if the document describes none, or anything. */
type ReplyContent<Body> = [Body] extends [never]
	? [body?: undefined, headers?: Headers]
	: unknown extends Body
		? [body?: unknown, headers?: Headers]
		: [body: DeepReadonly<Body>, headers?: Headers];

/** What a handler gets. */
export interface HandlerExchange<
	Types extends ServiceTypes,
	Exchange extends ExchangeTypes,
> {
	/** The parameters in the path, percent-decoded. */
	readonly path: Exchange["path"];
	/** Without a description, a parameter is a text, and a repeated one an array. */
	readonly query: Exchange["query"];
	/** Parsed if it is JSON; undefined if the request has none. */
	readonly body: Exchange["body"];
	/** The headers of the request, each by its name in lower case. */
	readonly request: RequestHead;
	/** The records of the session. */
	readonly state: HandlerState<Types["collections"]>;
	/**
	 * Responds. What violates the OpenAPI document is sent as it is, and shown in journal and log.
	 * @param status any from 200 to 599; those that the document lists are typed
	 */
	readonly reply: <Status extends keyof Exchange["responses"] & number>(
		status: Status,
		...content: ReplyContent<Exchange["responses"][Status]>
	) => Reply;
	/**
	 * Rejects the request with an error in the form that the OpenAPI document describes.
	 * @param detail a sentence that says why
	 * @param errors the places in the request that are wrong
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
