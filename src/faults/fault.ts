import type { Fault, FaultScope } from "../schemas/generated/types.ts";

export type { DelayTime, Fault } from "../schemas/generated/types.ts";

type WithoutScope<Each> = Each extends Fault
	? Omit<Each, keyof FaultScope>
	: never;

/** What a fault does. */
export type Effect = WithoutScope<Fault>;

/** A fault of one of these operations, or of all. */
export type FaultOf<OperationId extends string> = Fault & {
	readonly operation: OperationId | "*";
};

/** What a fault needs to know of an operation. */
export interface FaultTarget {
	readonly id: string;
	/** By status: what the OpenAPI document lists. */
	readonly responses: Readonly<Record<string, unknown>>;
	/** The credentials that it needs; an empty list if the OpenAPI document says that it needs none. */
	readonly security?: readonly unknown[];
}
