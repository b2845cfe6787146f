import type { Fault, FaultScope } from "../schemas/generated/types.ts";

export type { DelayTime, Fault } from "../schemas/generated/types.ts";

type WithoutScope<Each> = Each extends Fault
	? Omit<Each, keyof FaultScope>
	: never;

/** The effect of a fault, without its operation and its limits. */
export type Effect = WithoutScope<Fault>;

/** A fault of one of these operations, or of all operations. */
export type FaultOf<OperationId extends string> = Fault & {
	readonly operation: OperationId | "*";
};

/** The properties of an operation that faults use. */
export interface FaultTarget {
	readonly id: string;
	/** The responses that the OpenAPI document lists, by status. */
	readonly responses: Readonly<Record<string, unknown>>;
	/** The required credentials; an empty list if the OpenAPI document states that none are required. */
	readonly security?: readonly unknown[];
}
