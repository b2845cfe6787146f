import type { Fault } from "../faults/fault.ts";
import type {
	Dataset,
	DatasetContext,
	Facets,
	StoredRecord,
} from "../store/store.ts";
import type { State } from "./sessions/state.ts";

/** An answer as the document describes it. */
export interface ResponseSpec {
	readonly mediaType: string;
	/** The reason phrase of the status. */
	readonly reason: string;
	/** What it rests on: ids of the ledger. */
	readonly assumptions: readonly string[];
}

/** One operation as the document describes it. */
export interface OperationSpec {
	readonly id: string;
	readonly method: string;
	readonly path: string;
	readonly tag: string;
	readonly summary: string;
	/** The status of success. */
	readonly success: number;
	readonly query: Readonly<
		Record<string, { readonly type: string; readonly default?: unknown }>
	>;
	/** The media type of the request's body; null where it has none. */
	readonly body: string | null;
	/** The status of each way to refuse a request. */
	readonly problems: Readonly<Record<string, number>>;
	/** By status. */
	readonly responses: Readonly<Record<number, ResponseSpec>>;
}

/** Leaves its errors on itself, to be read before it is called again. */
export interface Validator {
	(data: unknown): boolean;
	errors?: null | readonly ValidationError[];
}

export interface ValidationError {
	readonly keyword: string;
	readonly instancePath: string;
	readonly message?: string;
	readonly params: Readonly<Record<string, unknown>>;
}

/** A place in the request that is wrong: RFC 6901 into the body, or a query parameter. */
export type InvalidPlace =
	| { readonly pointer: string; readonly detail: string }
	| { readonly parameter: string; readonly detail: string };

/** What a handler is given: the request, already found valid. */
export interface OperationInput {
	readonly query: Readonly<Record<string, unknown>>;
	readonly body: unknown;
	readonly state: State;
}

/** A body is sent as it is where it is a string and the answer's media type is not JSON. */
export interface Reply {
	readonly status: number;
	readonly body: unknown;
	/** Beside those that every answer of this status has; names in lower case. */
	readonly headers?: Readonly<Record<string, string>>;
	/** In place of what the document says of this status. */
	readonly spec?: ResponseSpec;
}

export const CREDENTIAL_KINDS = ["bearer", "api-key"] as const;
/** How clients have to say who they are: a bearer token, or a key in `X-API-Key`; any will do. */
export type Credentials = (typeof CREDENTIAL_KINDS)[number];

/** A named way for the mock to behave; plain JSON. */
export interface Scenario {
	/** One sentence. */
	readonly description: string;
	/** A state of its own, started from this dataset; leaving the scenario brings back the one beneath. */
	readonly dataset?: string;
	readonly faults?: readonly Fault[];
	/** Credentials that operations ask for which the document says may ask for them. */
	readonly auth?: Credentials;
	/** Requests a second, of one session. */
	readonly rateLimit?: number;
}

/** Says that the request is invalid for a reason that only the handler could see. */
export interface Rejection {
	readonly invalid: readonly InvalidPlace[];
}

export interface OperationDefinition {
	readonly spec: OperationSpec;
	readonly validateQuery?: Validator;
	readonly validateBody?: Validator;
	readonly handle: (exchange: OperationInput) => Promise<Reply | Rejection>;
}

export type Datasets = Readonly<
	Record<string, (context: DatasetContext) => Promise<Dataset>>
>;

/** One assumption about the service: an entry of `contracts/assumptions.yaml`. */
export interface LedgerEntry {
	readonly id: string;
	/** The section of the specification that leaves it open. */
	readonly open: string;
	readonly assumes: string;
	readonly because: string;
	readonly status: "assumed" | "confirmed" | "refuted";
	/** What was verified, when, and against which version; once confirmed or refuted. */
	readonly evidence?: string;
}

/** A service as the engine receives it. */
export interface Service {
	readonly operations: readonly OperationDefinition[];
	/** Answers where there is no operation. */
	readonly unmatched: {
		readonly unknownPath: ResponseSpec & { readonly status: number };
		readonly undefinedMethod: ResponseSpec & { readonly status: number };
		/** What answering HEAD rests on. */
		readonly head: { readonly assumptions: readonly string[] };
	};
	/** What the answers rest on. */
	readonly ledger: readonly LedgerEntry[];
	readonly limits: { readonly maxBytes: number; readonly maxDepth: number };
	readonly datasets: Datasets;
	readonly scenarios: Readonly<Record<string, Scenario>>;
	/** By operation and status: an answer as the document shows it. */
	readonly examples: () => Promise<
		Readonly<Record<string, Readonly<Record<string, unknown>>>>
	>;
	/** By collection: what a record of it must be. */
	readonly recordValidators: () => Promise<Readonly<Record<string, Validator>>>;
	/** By collection that can be searched. */
	readonly facets: Readonly<Record<string, (record: StoredRecord) => Facets>>;
	/** Upper bounds in seconds, ascending, by which durations are counted. */
	readonly durationBuckets: readonly number[];
}
