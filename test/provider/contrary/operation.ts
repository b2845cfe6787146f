import type { Check } from "./checks.ts";
import type { Metrics } from "./metrics.ts";
import type { Json, State } from "./state.ts";

export interface Reply {
	readonly status: number;
	/** A string is sent unchanged, any other value as JSON. */
	readonly body: Json | string;
}

export interface Operation {
	readonly name: string;
	/** The validation of the body. Without it, no body is read. */
	readonly check?: Check;
	readonly run: (
		state: State,
		body: Json,
		query: URLSearchParams,
		metrics: Metrics,
	) => Reply;
}
