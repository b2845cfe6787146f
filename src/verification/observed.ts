import type { Judgment } from "../document/judgment/judge-response.ts";
import type { ServiceChange } from "../document/judgment/service-change.ts";
import type { Violation } from "../document/validate-request.ts";
import type { Observation } from "./observer.ts";
import type { Difference } from "./report.ts";

/** Stands between the values that a service takes, and examples of those that it rejects. */
export const OTHERS = "; others, like ";

/** What some services take instead of an array of objects. */
export const ARRAY_OF_TEXTS = "an array of texts";

/** An observation, compared with the OpenAPI document. */
export interface ComparedObservation extends Observation, Judgment {
	/** The operation. For unmatched requests, the operation that the check belongs to. */
	readonly operation: string;
	/** Whether the observation belongs to the second run, with requests in the accepted form. */
	readonly isAgain?: boolean;
	/** Whether checks of the operation were run. With `--only`, checks also call other operations. */
	readonly isVerified: boolean;
}

/**
 * The keywords that say a rule for requests: in the schema of a value, or in the response to a body that is too large.
 * An undefined value removes the keyword.
 */
export type RuleKeywords = Readonly<Record<string, unknown>>;

/** A difference in one response or one check. */
export interface Sighting
	extends Pick<
		Difference,
		"operation" | "where" | "expected" | "actual" | "assumptions" | "explains"
	> {
	/** A key that is equal for all sightings of a difference. */
	readonly key: string;
	/** The part of the request that the service should have rejected. Several reasons belong to one difference. */
	readonly about?: string | undefined;
	/** The unexpected value, if `actual` names only its kind. */
	readonly seen?: string | undefined;
	/** The difference as data; undefined if no edit of the document can express it by itself. */
	readonly change?: ServiceChange | undefined;
	/** Whether the difference concerns the body of requests. */
	readonly isOfRequest?: true;
	/** Why the service should have rejected the request. */
	readonly violation?: Violation | undefined;
	/**
	 * The description of the check that found the difference. Present if no deviation of the form explains its failure.
	 */
	readonly check?: string;
	readonly example: Observation;
}

/** What a run observed: every exchange, and each difference as often as it was seen. */
export interface Observed {
	readonly sightings: readonly Sighting[];
	readonly exchanges: readonly ComparedObservation[];
}
