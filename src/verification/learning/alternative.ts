import type { OutgoingRequest, ProviderResponse } from "../contract.ts";
import type { Place } from "./repairs.ts";

/** A property that the service requires. */
export interface Required {
	readonly at: Place;
	readonly name: string;
	readonly value: unknown;
}

/** Another value of a property of which the service takes only some values. */
export interface Alternative {
	readonly at: Place;
	readonly name: string;
	readonly value: string;
	/** The properties that the service requires with this value. */
	readonly required: readonly Required[];
	/** The reason why the service does not take the value for each record; undefined if no record has shown one. */
	readonly conflict: string | undefined;
	/** An accepted request with this value. */
	readonly request: OutgoingRequest;
	readonly response: ProviderResponse;
}
