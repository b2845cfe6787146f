import type {
	Dataset,
	DatasetContext,
	Facets,
	StoredRecord,
} from "../state/store.ts";
import type { State } from "./state.ts";

/** An answer as the document describes it. */
export interface AnswerSpec {
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
	readonly answers: Readonly<Record<number, AnswerSpec>>;
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
export interface Exchange {
	readonly query: Readonly<Record<string, unknown>>;
	readonly body: unknown;
	readonly state: State;
}

/** A body is sent as it is where it is a string and the answer's media type is not JSON. */
export interface Reply {
	readonly status: number;
	readonly body: unknown;
}

/** Says that the request is invalid for a reason that only the handler could see. */
export interface Refusal {
	readonly invalid: readonly InvalidPlace[];
}

export interface OperationDefinition {
	readonly spec: OperationSpec;
	readonly validateQuery?: Validator;
	readonly validateBody?: Validator;
	readonly handle: (exchange: Exchange) => Promise<Reply | Refusal>;
}

/** A service as the engine receives it. */
export interface Service {
	readonly operations: readonly OperationDefinition[];
	/** Answers where there is no operation. */
	readonly beyond: {
		readonly unknownPath: AnswerSpec & { readonly status: number };
		readonly undefinedMethod: AnswerSpec & { readonly status: number };
		/** What answering HEAD rests on. */
		readonly head: { readonly assumptions: readonly string[] };
	};
	readonly limits: { readonly maxBytes: number; readonly maxDepth: number };
	readonly datasets: Readonly<
		Record<string, (context: DatasetContext) => Promise<Dataset>>
	>;
	/** By collection that can be searched. */
	readonly facets: Readonly<Record<string, (record: StoredRecord) => Facets>>;
	/** Upper bounds in seconds, ascending, by which durations are counted. */
	readonly durationBuckets: readonly number[];
}
