/** What an answer's places rest on: ids of the ledger. */
export interface ResponseAssumptions {
	readonly status: readonly string[];
	readonly contentType: readonly string[];
	/** By name, in lower case. */
	readonly headers: Readonly<Record<string, readonly string[]>>;
	/** By path, like `$.items[*].id`. */
	readonly body: Readonly<Record<string, readonly string[]>>;
}

export interface ContractOperation {
	readonly id: string;
	readonly method: string;
	readonly path: string;
	/** The status of success. */
	readonly success: number;
	/** A request that should succeed. */
	readonly example: ExampleRequest;
}

export interface ExampleRequest {
	/** With a leading question mark; nothing when absent. */
	readonly query?: string;
	/** Sent as JSON. */
	readonly body?: unknown;
}

export interface Assumption {
	readonly id: string;
	readonly status: "assumed" | "confirmed" | "refuted";
}

/** A difference between what was expected and what came. */
export interface Mismatch {
	/** `status`, `header <name>`, or a path into the body, like `$.items[0].id`. */
	readonly where: string;
	readonly expected: string;
	readonly actual: string;
	readonly message: string;
}

/** One answer, read to its end. */
export interface ProviderResponse {
	readonly status: number;
	/** By name, in lower case. */
	readonly headers: Readonly<Record<string, string>>;
	readonly body: Buffer;
}

export interface OutgoingRequest {
	readonly method: string;
	/** With the query, below the base URL. */
	readonly path: string;
	readonly headers?: Readonly<Record<string, string>>;
	readonly body?: Buffer | string;
	/** Without a Content-Length. */
	readonly chunked?: boolean;
}

/** @throws NoAnswer */
export type Send = (request: OutgoingRequest) => Promise<ProviderResponse>;

/** Calls an operation and gives the JSON of its success; anything else fails the arrangement. */
export type Call = (
	operation: string,
	input?: { readonly body?: unknown; readonly query?: string },
) => Promise<Readonly<Record<string, unknown>>>;

/** Brings a state about, and gives the values that requests need. */
export type Arrange = (
	params: Readonly<Record<string, unknown>>,
	call: Call,
) => Promise<Readonly<Record<string, unknown>>>;

/** A check that Pact cannot carry. */
export interface Probe {
	/** Begins with the operation's id. */
	readonly description: string;
	readonly assumptions: readonly string[];
	/** The status that it expects. */
	readonly status: number;
	/** The differences found; none where the answer is as expected. */
	run(send: Send, call: Call): Promise<readonly Mismatch[]>;
}

/** How the document names the parts of a page, and of the request for one. */
export interface PageNames {
	readonly items: string;
	readonly nextCursor: string;
	/** Where the request has the following members. */
	readonly in: "query" | "body";
	readonly limit: string;
	readonly cursor: string;
	readonly filters: readonly string[];
}

/** What the document says, as mutations are derived from it and judged by it. */
export interface DocumentedBehavior {
	/** The status where no operation answers, by what is wrong. */
	readonly unmatchedStatuses: Readonly<Record<UnmatchedTarget, number>>;
	/** The statuses listed for an operation, or for what lies beyond operations. */
	listStatuses(target: string): readonly number[];
	/** By operation. */
	readonly pages: Readonly<Record<string, PageNames>>;
	readonly idPrefixes: readonly string[];
	/** The names of the metric families. */
	readonly metricFamilies: readonly string[];
	/** Why its validators do not accept the exchange; undefined where they accept all of it, the request included. */
	findViolation(
		target: string,
		request: OutgoingRequest,
		answer: ProviderResponse,
	): string | undefined;
}

/** What a request is for that no operation answers. */
export type UnmatchedTarget = "unknownPath" | "undefinedMethod";

/** A service's contract, as the verification receives it. */
export interface Contract {
	readonly operations: readonly ContractOperation[];
	readonly ledger: readonly Assumption[];
	/** What the answer of an operation, or of what lies beyond operations, rests on. */
	findResponseAssumptions(
		operation: string,
		status: number,
	): ResponseAssumptions | undefined;
	/** What the request of an operation rests on. */
	findRequestAssumptions(operation: string): readonly string[];
	/** By the name of the state. */
	readonly states: Readonly<Record<string, Arrange>>;
	readonly probes: readonly Probe[];
	/** Why an assumption cannot be tested from outside. */
	readonly untestable: Readonly<Record<string, string>>;
	/** The name of the consumer; pacts of others are external. */
	readonly consumer: string;
	readonly documented: DocumentedBehavior;
	/** The path of the shipped pact. */
	readonly pact: string;
}
