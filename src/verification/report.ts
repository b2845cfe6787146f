import type { Mismatch } from "./contract.ts";

/** Whether all assumptions of an interaction are confirmed, or it belongs to another consumer's pact. */
export type Provenance = "confirmed" | "assumed" | "external";

export type AssumptionVerdict = "held" | "refuted" | "untested";

export type SurfaceVerdict = "passed" | "failed" | "not verified";

/** The result of sending an operation its example request. */
export interface SurfaceResult {
	readonly operation: string;
	readonly method: string;
	readonly path: string;
	/** Null if there was no response. */
	readonly status: number | null;
	readonly verdict: SurfaceVerdict;
	/** A predicate of the operation, such as "responded with 200", with what to do if it was not verified. */
	readonly why: string;
	/** Undefined if nothing was sent. */
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
	/** Whether the service checked access before it looked at the request, so that the result says nothing. */
	readonly accessDenied?: true;
	/** From the setup of its provider state on. */
	readonly durationMs?: number;
	/** Why it could not be verified. Such a result says nothing about the provider. */
	readonly notVerified?: string;
}

export interface AssumptionResult {
	readonly id: string;
	readonly verdict: AssumptionVerdict;
	readonly why: string;
}

/** One way in which the service deviates from the document, however many checks see it. */
export interface Difference {
	readonly operation: string;
	/**
	 * `status`, `header <name>`, a path into the body with `[*]` for every index, such as `$.items[*].id`, `request $`
	 * with such a path into the body of the request, `request query <name>` or `request header <name>`.
	 */
	readonly where: string;
	readonly expected: string;
	readonly actual: string;
	/** The ids of the assumptions that it refutes. */
	readonly assumptions: readonly string[];
	/** In how many responses it was seen, or by how many checks. */
	readonly count: number;
	/** The descriptions of the checks that found it, if the form of the response is as documented. */
	readonly checks?: readonly string[];
	/** The descriptions of the failed checks that it explains. */
	readonly explains: readonly string[];
	/** One exchange that shows it, with credentials redacted. */
	readonly example: DifferenceExample;
}

export interface DifferenceExample {
	readonly request: ExampleMessage & {
		readonly method: string;
		readonly path: string;
		/** A shell command that writes the body, if it is longer than `body` shows, compressed or not UTF-8. */
		readonly bodyCommand?: string;
	};
	readonly response: ExampleMessage & { readonly status: number };
}

interface ExampleMessage {
	readonly headers: Readonly<Record<string, string>>;
	/** Parsed if it is JSON, else text; null if there is none. */
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
	/** The operation, and the path of a property or `header <name>` that the document does not know. Never a failure. */
	readonly additional: readonly string[];
	/** The operations whose valid requests were rejected, and how many more were sent to learn how the service takes them. */
	readonly learning?: readonly {
		readonly operation: string;
		readonly requests: number;
		/** Whether a request was accepted in the end. */
		readonly isLearnt: boolean;
	}[];
}

/** What a test suite depends on: the file of the test kit's reporter. */
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
	/** Whether unconfirmed assumptions are binding too. */
	readonly strict: boolean;
	/** The assumptions that were confirmed earlier, which are binding. */
	readonly confirmed: readonly string[];
	/** The assumptions that were refuted earlier. A difference that belongs to them is known, and not binding. */
	readonly refuted: readonly string[];
	/** What the test suite depends on, which is binding. Undefined if no suite was named. */
	readonly used?: SuiteUse | undefined;
	/** The path of the ledger that was read. Undefined without one. */
	readonly ledger?: string | undefined;
	/** Where the ledger and the package disagree. Undefined without a ledger. */
	readonly ledgerNotes?: readonly string[];
	/** The operations of the document that no check covers, by id; none if undefined. */
	readonly unchecked?: readonly string[];
	/** A sentence for each operation whose example is no valid request. */
	readonly invalidExamples?: readonly string[];
	/** Whether the service announces itself as a mock, with the header `Mock-Assumptions`. */
	readonly isMock: boolean;
	/** What could not be verified, and how to fix it. */
	readonly notices: readonly string[];
	/** Why the verdicts must not be recorded in the ledger, or undefined if they may be. */
	readonly notRecordable: string | undefined;
}
