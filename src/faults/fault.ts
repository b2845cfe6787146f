/** How long to wait, in milliseconds: always the same, evenly between two bounds, or log-normally as networks do. */
export type DelayTime =
	| { readonly ms: number }
	| { readonly min: number; readonly max: number }
	| { readonly median: number; readonly p99: number };

/** What goes wrong. */
export type Effect =
	/** The answer comes later. */
	| ({ readonly kind: "delay" } & DelayTime)
	/** Another answer, without anything being done. */
	| {
			readonly kind: "status";
			readonly status: number;
			/** Needed for a status that the operation does not list. */
			readonly force?: boolean;
			/** In place of the document's example: JSON, or text where the answer's media type is not JSON. */
			readonly body?: unknown;
			readonly headers?: Readonly<Record<string, string>>;
	  }
	/** The connection is reset. */
	| { readonly kind: "reset" }
	/** The connection is closed without an answer. */
	| { readonly kind: "empty" }
	/** The body breaks off after so many bytes; half of it when absent. */
	| { readonly kind: "truncate"; readonly bytes?: number }
	/** The body comes slowly. */
	| { readonly kind: "drip"; readonly bytesPerSecond: number }
	/** No answer for so many milliseconds (60,000 when absent), and then the connection is closed. */
	| { readonly kind: "timeout"; readonly ms?: number };

/** One disturbance of one operation, or of all of them; plain JSON. */
export type Fault = Effect & {
	/** The id of an operation, or `*` for every one to which it can happen. */
	readonly operation: string;
	/** How likely it strikes, above 0 and up to 1; 1 when absent. */
	readonly probability?: number;
	/** How often it strikes before it is spent; without end when absent. */
	readonly times?: number;
};

/** What a fault needs to know of an operation. */
export interface FaultTarget {
	readonly id: string;
	/** The statuses that the document lists. */
	readonly statuses: readonly number[];
}

/** A place in the list of faults that is wrong: RFC 6901. */
export interface FaultError {
	readonly pointer: string;
	readonly detail: string;
}
