import type { DocumentService } from "../behaviors/create-service.ts";
import type { Node } from "../document/node.ts";
import type { Observed, Sighting } from "../verification/observed.ts";
import type { InteractionResult } from "../verification/report.ts";

type FailedCheck = Pick<InteractionResult, "operation" | "description">;

/** What one verification, or recorded traffic, shows by a document. */
export interface Run {
	readonly observed: Observed;
	readonly failed: readonly FailedCheck[];
	/** The ids of the assumptions that were seen to hold. */
	readonly held: readonly string[];
	/** What was observed, and when, as a ledger says it. */
	readonly evidence: string;
}

/** Finds the largest value that the service accepts, by further requests; undefined if it accepts none of them. */
export type Measure = (
	example: Sighting["example"],
	name: string,
	documented: number,
) => Promise<number | undefined>;

/** Runs the checks of operations by a document, or only those with these descriptions. */
export type RunChecks = (
	document: DocumentService,
	operations: readonly string[],
	checks?: ReadonlySet<string>,
) => Promise<readonly InteractionResult[]>;

/** How an alignment learns about a service. */
export interface Service {
	/** Returns the service that a document describes. @throws DocumentError if the document cannot be used */
	describe(root: Node): DocumentService;
	/**
	 * Observes the service by a document.
	 * @throws VerificationError if that says too little to learn from
	 */
	observe(document: DocumentService): Promise<Run>;
	/** @throws VerificationError if computing takes longer than the deadline. Timers cannot interrupt it. */
	requireTime?(): void;
	/** Sends further requests; undefined for recorded traffic, which proves nothing about requests that it does not have. */
	readonly ask?:
		| { readonly runChecks: RunChecks; readonly measure: Measure }
		| undefined;
	/** The operations to learn about; defaults to all. */
	readonly only?: readonly string[] | undefined;
}
