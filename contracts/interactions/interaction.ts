import type { operations } from "../generated/types.ts";

type OperationId = keyof operations;

/** Statuses that count as one where only the class matters. */
export type StatusClass = "clientError";

/** One exchange that a client relies on, as data. */
export interface Interaction {
	/** Begins with the operation's id; no two interactions share one. */
	readonly description: `${OperationId}: ${string}`;
	/** What it rests on: ids of the ledger, each with a check in it that could fail. */
	readonly assumptions: readonly string[];
	/** What has to be there before, by the name of a state of `contracts/states.ts`. */
	readonly given?: {
		readonly state: string;
		readonly params?: Readonly<Record<string, string | number | string[]>>;
	};
	readonly request?: {
		/** That of the operation when absent. */
		readonly method?: string;
		readonly path?: string;
		readonly query?: Readonly<Record<string, unknown>>;
		/** Sent as application/json. */
		readonly json?: unknown;
		/** Sent as it is. */
		readonly text?: { readonly mediaType: string; readonly body: string };
	};
	readonly response: {
		readonly status: number | StatusClass;
		readonly headers?: Readonly<Record<string, unknown>>;
		readonly json?: unknown;
		/** What a text has to include. */
		readonly text?: {
			readonly example: string;
			readonly includes: readonly string[];
		};
	};
	/** Where the request is one that the types forbid, it is sent without the client. */
	readonly forbiddenByTypes?: true;
}
