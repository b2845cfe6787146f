import type { Mismatch } from "./contract.ts";

/**
 * The category of an interaction: whether all its assumptions are confirmed, or whether it belongs to the pact of
 * another consumer.
 */
export type Provenance = "confirmed" | "assumed" | "external";

export type AssumptionVerdict = "held" | "refuted" | "untested";

export type SurfaceVerdict = "passed" | "failed" | "not verified";

/** The result of the example request of an operation. */
export interface SurfaceResult {
	readonly operation: string;
	readonly method: string;
	readonly path: string;
	/** Null if there was no response. */
	readonly status: number | null;
	readonly verdict: SurfaceVerdict;
	/**
	 * A predicate of the operation, such as "responded with 200". Contains the remedy if the operation was not verified.
	 */
	readonly why: string;
	/** Undefined if no request was sent. */
	readonly durationMs?: number;
}

/** The result of an interaction or a probe. */
export interface InteractionResult {
	readonly description: string;
	readonly operation: string;
	readonly provenance: Provenance;
	readonly passed: boolean;
	readonly assumptions: readonly string[];
	readonly mismatches: readonly Mismatch[];
	/** Whether the service checked access before it read the request, so that the result tells nothing. */
	readonly accessDenied?: true;
	/** The duration, including the setup of the provider state. */
	readonly durationMs?: number;
	/** Why the check could not be verified. Such a result tells nothing about the provider. */
	readonly notVerified?: string;
}

export interface AssumptionResult {
	readonly id: string;
	readonly verdict: AssumptionVerdict;
	readonly why: string;
}

/** One way in which the service deviates from the document, regardless of how many checks show it. */
export interface Difference {
	readonly operation: string;
	/**
	 * `status`, `header <name>`, a path into the body with `[*]` for every index, such as `$.items[*].id`, `request $`
	 * with such a path into the body of the request, `request query <name>` or `request header <name>`.
	 */
	readonly where: string;
	readonly expected: string;
	readonly actual: string;
	/** The ids of the assumptions that the difference refutes. */
	readonly assumptions: readonly string[];
	/** The number of responses or checks that show the difference. */
	readonly count: number;
	/**
	 * The descriptions of the checks that found the difference. Present if the form of the response is as documented.
	 */
	readonly checks?: readonly string[];
	/** The descriptions of the failed checks that the difference explains. */
	readonly explains: readonly string[];
	/** An exchange that shows the difference, with credentials redacted. */
	readonly example: DifferenceExample;
}

export interface DifferenceExample {
	readonly request: ExampleMessage & {
		readonly method: string;
		readonly path: string;
		/** A shell command that writes the body. Present if the body is too long for `body`, compressed, or not UTF-8. */
		readonly bodyCommand?: string;
	};
	readonly response: ExampleMessage & { readonly status: number };
}

interface ExampleMessage {
	readonly headers: Readonly<Record<string, string>>;
	/** Parsed if it is JSON, else text; null if there is no body. */
	readonly body: unknown;
}

/** A check that could not be judged. */
export interface NotReached {
	readonly description: string;
	readonly because: string;
}

interface PassCount {
	readonly passed: number;
	readonly failed: number;
}

/** The results of a verification. */
export interface VerificationReport {
	/** The base URL. */
	readonly provider: string;
	/** RFC 3339. */
	readonly startedAt: string;
	readonly durationMs: number;
	readonly summary: {
		readonly specified: PassCount;
		readonly confirmed: PassCount;
		readonly assumed: Readonly<Record<AssumptionVerdict, number>>;
		readonly external: PassCount;
	};
	readonly surface: readonly SurfaceResult[];
	readonly interactions: readonly InteractionResult[];
	readonly assumptions: readonly AssumptionResult[];
	readonly differences: readonly Difference[];
	readonly notReached: readonly NotReached[];
	/** The operation, and the path of each property or `header <name>` that the document lacks. Never a failure. */
	readonly additional: readonly string[];
	/** The operations whose valid requests were rejected, with the number of requests for learning the accepted form. */
	readonly learning?: readonly {
		readonly operation: string;
		readonly requests: number;
		/** Whether a request was accepted at last. */
		readonly isLearnt: boolean;
	}[];
}

/** The assumptions that a test suite depends on, from the file of the test kit's reporter. */
export interface SuiteUse {
	/** How many tests received a response. 0 if exchanges could not be assigned to tests. */
	readonly tests: number;
	readonly exchanges: number;
	readonly assumptions: readonly { readonly id: string }[];
}

export interface Verification {
	/** 0: every binding check passed. 1: a binding check failed. 2: something could not be verified. */
	readonly exitCode: 0 | 1 | 2;
	readonly report: VerificationReport;
	/** Whether unconfirmed assumptions are binding, too. */
	readonly strict: boolean;
	/** The assumptions that were confirmed earlier, which are binding. */
	readonly confirmed: readonly string[];
	/** The assumptions that were refuted earlier. Differences that belong to them are known, and not binding. */
	readonly refuted: readonly string[];
	/** The assumptions of the test suite, which are binding. Undefined without a test suite. */
	readonly used?: SuiteUse | undefined;
	/** The path of the ledger that was read. Undefined if there is none. */
	readonly ledger?: string | undefined;
	/** Differences between the ledger and the package. Undefined without a ledger. */
	readonly ledgerNotes?: readonly string[];
	/** The operations of the document that no check covers, by id; none if undefined. */
	readonly unchecked?: readonly string[];
	/** A sentence for each operation whose example is an invalid request. */
	readonly invalidExamples?: readonly string[];
	/** Whether the service is a mock: it sends the header `Mock-Assumptions`. */
	readonly isMock: boolean;
	/** Sentences about operations and checks that could not be verified, with remedies. */
	readonly notices: readonly string[];
	/** Why the verdicts must not be recorded in the ledger; undefined if they may be recorded. */
	readonly notRecordable: string | undefined;
}
