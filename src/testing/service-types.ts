/** One operation of a service, as types. */
export interface OperationTypes {
	readonly query: unknown;
	readonly body: unknown;
	/** The status of success. */
	readonly success: number;
	/** By the statuses that the document lists: the body. */
	readonly responses: object;
}

/** What the document says of a service, as types. The test kit is written for any service, and the entries say for which. */
export interface ServiceTypes {
	readonly operations: Readonly<Record<string, OperationTypes>>;
	/** By collection: a record of it. */
	readonly collections: Readonly<Record<string, object>>;
}

export type OperationIdOf<Types extends ServiceTypes> =
	keyof Types["operations"] & string;

/** The statuses that the document lists for an operation. */
export type ListedStatus<
	Types extends ServiceTypes,
	Id extends OperationIdOf<Types>,
> = keyof Types["operations"][Id]["responses"] & number;

/** Part of a value: objects may lack members, arrays may not lack items. */
export type Part<Value> = Value extends readonly (infer Item)[]
	? readonly Part<Item>[]
	: Value extends object
		? { readonly [Member in keyof Value]?: Part<Value[Member]> }
		: Value;

/** Every record there is, by collection, newest first. */
export type StateOf<Types extends ServiceTypes> = {
	readonly [Name in keyof Types["collections"]]: readonly Types["collections"][Name][];
};
