/** The types of one operation. */
export interface OperationTypes {
	readonly query: unknown;
	readonly body: unknown;
	/** The success status. */
	readonly success: number;
	/** The response body for each status that the OpenAPI document lists. */
	readonly responses: object;
}

/** The types that an OpenAPI document defines. This folder works with any service; the entries choose one. */
export interface ServiceTypes {
	readonly operations: Readonly<Record<string, OperationTypes>>;
	/** The type of a record for each collection. */
	readonly collections: Readonly<Record<string, object>>;
	/** The names of datasets: the built-in ones, for completion, and any other. */
	readonly datasets: string;
	/** The names of scenarios, in the same way. */
	readonly scenarios: string;
}

export type OperationIdOf<Types extends ServiceTypes> =
	keyof Types["operations"] & string;

/** A partial value: objects may omit properties, arrays must have all items. */
export type Part<Value> = Value extends readonly (infer Item)[]
	? readonly Part<Item>[]
	: Value extends object
		? { readonly [Name in keyof Value]?: Part<Value[Name]> }
		: Value;

/** All records by collection, newest first. */
export type StateOf<Types extends ServiceTypes> = {
	readonly [Name in keyof Types["collections"]]: readonly Types["collections"][Name][];
};
