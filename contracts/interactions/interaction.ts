import { createClient } from "../client.ts";
import { operations } from "../generated/operations.ts";

/** One exchange that a client relies on. Values may be Pact matchers. */
export interface Exchange {
	/** The ids of the assumptions that the response depends on. Each has a check in the response that can fail. */
	readonly assumptions: readonly string[];
	/** The provider state, by a name of `contracts/states.ts`. */
	readonly given?: {
		readonly state: string;
		readonly params?: Readonly<Record<string, string | number | string[]>>;
	};
	readonly query?: Readonly<Record<string, unknown>>;
	/** Sent as application/json. */
	readonly body?: unknown;
	/** `clientError` stands for any 4xx status. Defaults to the status of a success. */
	readonly status?: number | "clientError";
	/** The headers of the response. Defaults to the media type of JSON if there is `json`. */
	readonly headers?: Readonly<Record<string, unknown>>;
	/** The body of the response. */
	readonly json?: unknown;
	/** The body of a response that is not JSON. */
	readonly text?: {
		readonly example: string;
		/** The strings that the response must contain. */
		readonly includes: readonly string[];
	};
}

export interface Interaction extends Exchange {
	/** Starts with the operation id. Unique. */
	readonly description: string;
	readonly operation: (typeof operations)[keyof typeof operations];
}

/** Names exchanges with an operation by what distinguishes them. */
export const createInteractions = (
	id: keyof typeof operations,
	exchanges: Readonly<Record<string, Exchange>>,
): Interaction[] =>
	Object.entries(exchanges).map(([what, exchange]) => ({
		...exchange,
		description: `${id}: ${what}`,
		operation: operations[id],
	}));

/** Replaces each matcher with its example. */
export function getExample(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(getExample);
	if (typeof value !== "object" || value === null) return value;
	if ("pact:matcher:type" in value && "value" in value)
		return getExample(value.value);
	return Object.fromEntries(
		Object.entries(value).map(([name, each]) => [name, getExample(each)]),
	);
}

/** Sends the request of an interaction with the client. */
export async function sendInteraction(
	{ operation: { method, path }, query, body }: Interaction,
	baseUrl: string,
): Promise<void> {
	// Some interactions send requests that the types of the client forbid.
	const { request } = createClient({ baseUrl }) as {
		request(method: string, path: string, init: object): Promise<unknown>;
	};
	await request(method, path, {
		params: { query: getExample(query) },
		body: getExample(body),
		parseAs: "text",
	});
}
