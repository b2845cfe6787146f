import type { operations } from "../generated/types.ts";

/** One exchange that a client relies on. Values may be Pact matchers. */
export interface Interaction {
	/** Starts with the operation id. Unique. */
	readonly description: `${keyof operations}: ${string}`;
	/** The ids of the assumptions that the response depends on. Each has a check in the response that can fail. */
	readonly assumptions: readonly string[];
	/** The provider state, by a name of `contracts/states.ts`. */
	readonly given?: {
		readonly state: string;
		readonly params?: Readonly<Record<string, string | number | string[]>>;
	};
	readonly request?: {
		readonly query?: Readonly<Record<string, unknown>>;
		/** Sent as application/json. */
		readonly json?: unknown;
	};
	readonly response: {
		/** `clientError` stands for any 4xx status. Defaults to the status of a success. */
		readonly status?: number | "clientError";
		/** Defaults to the media type of JSON if there is `json`. */
		readonly headers?: Readonly<Record<string, unknown>>;
		readonly json?: unknown;
		readonly text?: {
			readonly example: string;
			/** The strings that the response must contain. */
			readonly includes: readonly string[];
		};
	};
}
