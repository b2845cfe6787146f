/** Milliseconds to wait: fixed, uniform between two bounds, or log-normal as in networks. */
export type DelayTime =
	| { readonly ms: number }
	| { readonly min: number; readonly max: number }
	| { readonly median: number; readonly p99: number };

/** What a fault does. */
export type Effect =
	/** Delays the response. */
	| ({ readonly kind: "delay" } & DelayTime)
	/** Replaces the response, without running the operation. */
	| {
			readonly kind: "status";
			readonly status: number;
			/** Required for a status that the OpenAPI document does not list for the operation. */
			readonly force?: boolean;
			/** Replaces the example of the OpenAPI document: JSON, or text if the media type of the response is not JSON. */
			readonly body?: unknown;
			readonly headers?: Readonly<Record<string, string>>;
	  }
	/** Resets the connection. */
	| { readonly kind: "reset" }
	/** Closes the connection without a response. */
	| { readonly kind: "empty" }
	/** Breaks the connection after this many bytes of the body; defaults to half of it. */
	| { readonly kind: "truncate"; readonly bytes?: number }
	/** Sends the body slowly. */
	| { readonly kind: "drip"; readonly bytesPerSecond: number }
	/** Sends nothing for this many milliseconds (60,000 by default), and then closes the connection. */
	| { readonly kind: "timeout"; readonly ms?: number };

/** A disturbance of one or all operations; plain JSON. */
export type Fault = Effect & {
	/** The id of an operation, or `*` for every operation to which the fault can apply. */
	readonly operation: string;
	/** The probability that it applies, above 0 and at most 1; defaults to 1. */
	readonly probability?: number;
	/** How many times it applies; defaults to no limit. */
	readonly times?: number;
};

/** What a fault needs to know of an operation. */
export interface FaultTarget {
	readonly id: string;
	/** The statuses that the OpenAPI document lists. */
	readonly statuses: readonly number[];
}

/** A place in the list of faults that is wrong, as a JSON pointer (RFC 6901). */
export interface FaultError {
	readonly pointer: string;
	readonly detail: string;
}
