import type { Plan } from "../behaviors/operation-plan.ts";
import type { ContractOperation } from "../verification/contract.ts";
import type { Tested } from "./subject.ts";

/** One exchange that a client relies on. Values may be matchers. */
export interface Exchange {
	/** The ids of the assumptions that the response depends on. Each has a check in the response that can fail. */
	readonly assumptions: readonly string[];
	/** The provider state. */
	readonly given?: {
		readonly state: string;
		readonly params: Readonly<Record<string, unknown>>;
	};
	readonly query?: Readonly<Record<string, unknown>>;
	/** Sent as application/json. */
	readonly body?: unknown;
	/** `clientError` stands for any 4xx status. Defaults to the status of a success. */
	readonly status?: number | "clientError";
	/** The media type of the response; undefined if any is right. */
	readonly mediaType?: string | undefined;
	/** The body of the response, if it is JSON. */
	readonly json?: unknown;
	/** The body of a response that is not JSON. */
	readonly text?: {
		readonly example: string;
		/** The strings that the response must contain. */
		readonly includes: readonly string[];
	};
}

/** An exchange of the pact. */
export interface Interaction extends Exchange {
	/** Starts with the operation id. Unique. */
	readonly description: string;
	readonly operation: ContractOperation;
	/** The section of the specification that states the operation, by `x-specified`; undefined without one. */
	readonly section: string | undefined;
}

function readSection({ operation: { node } }: Plan): string | undefined {
	const section = node["x-specified"];
	return section === undefined ? undefined : String(section);
}

/** Names exchanges with an operation by what distinguishes them. */
export const createInteractions = (
	{ operation, plan }: Tested,
	exchanges: Readonly<Record<string, Exchange>>,
): Interaction[] =>
	Object.entries(exchanges).map(([what, exchange]) => ({
		...exchange,
		description: `${operation.id}: ${what}`,
		operation,
		section: readSection(plan),
	}));
