import type { DocumentedBehavior } from "../document/documented-behavior.ts";
import type { SentRequest } from "../document/expect-status.ts";
import type { ReceivedResponse } from "../document/find-response-violation.ts";
import type { Mismatch } from "../document/judgment/blame.ts";
import type { ServiceChange } from "../document/judgment/service-change.ts";
import type {
	ExampleRequest,
	LedgerEntry,
	OperationModel,
} from "../document/model.ts";
import type { Texts, Values } from "../values/json.ts";

export type { Mismatch } from "../document/judgment/blame.ts";
export type { ExampleRequest } from "../document/model.ts";
export type ContractOperation = OperationModel;

export type Assumption = Pick<LedgerEntry, "id" | "status">;

/** A complete response, including its body. */
export interface ProviderResponse extends ReceivedResponse {
	readonly body: Buffer;
	/** How often the request failed with 5xx or without a response, and whether other requests failed, too. */
	readonly repeated?: { readonly failures: number; readonly isDown: boolean };
}

export interface OutgoingRequest extends SentRequest {
	readonly body?: Buffer | string;
	/** Whether to send the body in chunks, without a Content-Length header. */
	readonly chunked?: boolean;
	/** The expected status, if it differs from that of the check. */
	readonly expects?: number;
}

/** A request to the provider, and the response. */
export interface Exchange {
	readonly request: OutgoingRequest;
	readonly response: ProviderResponse;
}

export interface ProviderExchange extends Exchange {
	/** The operation id, or the reason why the request matches no operation. */
	readonly target: string;
}

/** @throws NoResponseError */
export type Send = (request: OutgoingRequest) => Promise<ProviderResponse>;

/** Calls operations of the provider. */
export interface Call {
	/**
	 * Returns the JSON object of a successful response.
	 * @throws ArrangementFailure for any other response
	 */
	(operation: string, input?: ExampleRequest): Promise<Values>;
	/** Sends a request without comparing the response. */
	readonly send: Send;
	/** Returns the ids of the records that a request of an operation names, by parameter and property name. */
	readonly nameRecords: (operation: string) => Promise<Values>;
}

/** Sets up a provider state and returns the values to insert into requests. */
export type Arrange = (params: Values, call: Call) => Promise<Values>;

/** The records that the requests of one check name in their paths, such as `/books/{bookId}`, or in their bodies. */
export interface NamedRecords {
	/** Returns the request with the ids of records. Creates records that the check does not have yet. */
	fill(request: OutgoingRequest, call: Call): Promise<OutgoingRequest>;
	nameRecords(operation: string, call: Call): ReturnType<Call["nameRecords"]>;
}

/** An interaction or a probe. */
export interface Check {
	/** Starts with the operation id and a colon, unless the check is external. */
	readonly description: string;
	/** The ids of the assumptions that the expected response depends on. */
	readonly assumptions: readonly string[];
	/** The expected status. */
	readonly status: number;
	/** Whether the check belongs to another consumer's pact. */
	readonly external?: boolean;
}

/** A check that a Pact interaction cannot express. */
export interface Probe extends Check {
	/**
	 * Returns the differences from the expected response.
	 * @param send replaces a path template by a path with the ids of records
	 * @param compare returns the differences from the response that the OpenAPI document describes for the request
	 */
	run(
		send: Send,
		call: Call,
		compare: (
			request: OutgoingRequest,
			response: ProviderResponse,
		) => readonly Mismatch[],
	): Promise<readonly Mismatch[]>;
}

/** The property and parameter names that a paged operation uses. */
export interface PageNames {
	readonly items: string;
	readonly nextCursor: string;
	/** The part of the request that contains the limit, the cursor and the filters. */
	readonly in: "query" | "body";
	readonly limit: string;
	readonly cursor: string;
	readonly filters: readonly string[];
}

/** A parameter or property of a list or a search that determines the returned records. */
export interface Condition {
	readonly name: string;
	/**
	 * The role of the condition, such as `limit`, `cursor`, `from` or `subjectId`; `newestFirst` for the order of the
	 * records.
	 */
	readonly role: string;
	/** The place of the compared value in a record, such as `$.items[*].subject.id`. */
	readonly place?: string | undefined;
	/** Other names that the document suggests. */
	readonly words?: readonly string[] | undefined;
	/** Whether a time also selects the records of this time. */
	readonly isInclusive?: boolean | undefined;
	/** Whether a text is searched with the case of its letters. */
	readonly isCaseSensitive?: boolean | undefined;
	/** Whether the values of the condition stand in an array. */
	readonly isListed?: boolean | undefined;
	/** Whether the id of a record is a cursor. */
	readonly takesId?: boolean | undefined;
	/** Whether a cursor that the service never issued selects the first page. */
	readonly takesUnknownCursor?: boolean | undefined;
}

/** A difference that several exchanges of a run show together. No single exchange violates a schema. */
export interface Finding<Exchange> {
	/** The best example of the difference. */
	readonly exchange: Exchange;
	/** A path into the body of its response. */
	readonly where: string;
	readonly expected: string;
	readonly actual: string;
	readonly change?: ServiceChange | undefined;
	/** Whether the document allows it. It is told only of a service that differs in many other ways. */
	readonly isAllowed?: boolean;
	/** The ids of the assumptions that the difference refutes. */
	readonly assumptions: readonly string[];
}

/**
 * The requests and responses that the OpenAPI document describes. Mutants are derived from them, and judged by them.
 */
export interface ContractBehavior extends DocumentedBehavior {
	/** By operation id. */
	readonly pages: Readonly<Record<string, PageNames>>;
	/** The actions of audit records, by the id of the operation that writes them. */
	readonly audits: Texts;
	readonly idPrefixes: readonly string[];
	readonly metricFamilies: readonly string[];
}

/** The contract of a service, passed to the verification as data. */
export interface Contract {
	readonly operations: readonly ContractOperation[];
	readonly ledger: readonly Assumption[];
	/** Returns a request that the operation should accept, with valid values of the given optional properties or parameters. */
	createValidRequest(
		operation: string,
		selected: readonly string[],
	): ExampleRequest;
	/** Prepares the records of one check. */
	readonly createNamedRecords: () => NamedRecords;
	/** The conditions of lists and searches, by operation id. */
	readonly conditions: Readonly<Record<string, readonly Condition[]>>;
	/** By name of the provider state. */
	readonly states: Readonly<Record<string, Arrange>>;
	readonly probes: readonly Probe[];
	/**
	 * Returns the differences that successful exchanges show together, regardless of their checks.
	 * @param exchanges in the order of the run, with responses in the documented form
	 */
	readonly findInExchanges: <Exchange extends ProviderExchange>(
		exchanges: readonly Exchange[],
	) => readonly Finding<Exchange>[];
	/** The operations that no check covers, by id. */
	readonly unchecked: readonly string[];
	/** A sentence for each operation whose example is an invalid request. */
	readonly invalidExamples: readonly string[];
	/** By assumption id, why the assumption cannot be tested from outside. */
	readonly untestable: Texts;
	/** The name of the consumer. Pacts of other consumers are external. */
	readonly consumer: string;
	readonly documented: ContractBehavior;
	/** The pact of the consumer, as JSON. */
	readonly pact: Values;
}
