import type { FaultPlan } from "../faults/select-faults.ts";
import type { ForwardOutcome } from "./forwarding/forward-operation.ts";
import type { Reply } from "./service.ts";

/** What an exchange comes to. */
export interface Outcome {
	/** Undefined if a fault breaks the connection. */
	readonly reply: Reply | undefined;
	/** Set if a real service responded, or should have. */
	readonly forwarded?: ForwardOutcome;
	readonly plan?: FaultPlan;
	/** The preferences that were applied, for `Preference-Applied`. */
	readonly applied?: string;
}
