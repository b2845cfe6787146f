import type { Judgment } from "../../document/judgment/judge-response.ts";
import { groupBy } from "../../values/group-by.ts";
import type { CheckResult } from "../judge.ts";
import type { Observation, Observer } from "../observer.ts";
import type { Difference } from "../report.ts";
import type { VerificationContext } from "../verify-options.ts";
import { createExample } from "./create-example.ts";

/** What the differences are collected from. */
export interface Evidence
	extends Pick<VerificationContext, "contract" | "observer" | "headerNames"> {
	/** The failed checks, by description. */
	readonly failed: ReadonlyMap<string, CheckResult>;
	/** The descriptions of the checks that passed, without those of other consumers. */
	readonly passed: ReadonlySet<string>;
	/** Their results when they receive the responses in the documented form. */
	readonly translated: ReadonlyMap<string, CheckResult>;
	/** The observer of that second run. */
	readonly translating: Observer;
	/** Why a check was not reached, by its description. */
	readonly reasons: ReadonlyMap<string, string>;
}

/** An observation, compared with the OpenAPI document. */
export interface ComparedObservation extends Observation, Judgment {
	/** The operation, also if the request matches none. */
	readonly operation: string;
}

/** A difference, as one response or one check shows it. */
export interface Sighting
	extends Pick<
		Difference,
		"operation" | "where" | "expected" | "actual" | "assumptions" | "explains"
	> {
	/** The same for all sightings of a difference. */
	readonly key: string;
	/** The unexpected value, if `actual` names only its kind. */
	readonly seen?: string | undefined;
	/** The description of the check that found it, if no deviation of the form explains its failure. */
	readonly check?: string;
	readonly example: Observation;
}

/** Stands between the kind of an unexpected value and an example of it. */
export const SUCH_AS = ", such as ";

const MAX_SEEN = 60;

const describeSeen = (seen: string): string =>
	`${SUCH_AS}${seen.length > MAX_SEEN ? `${seen.slice(0, MAX_SEEN)}…` : seen}`;

const lengthOf = ({ request: { body = "" } }: Observation): number =>
	body.length;

const unite = (lists: readonly (readonly string[])[]): string[] => [
	...new Set(lists.flat()),
];

/**
 * Returns each difference once.
 * @param responses the keys of the differences in each response
 * @param headerNames the headers that every request has in addition, whose values may be credentials
 */
export const mergeSightings = (
	sightings: readonly Sighting[],
	responses: readonly ReadonlySet<string>[],
	headerNames: readonly string[],
): Difference[] =>
	groupBy(sightings, ({ key }) => key).map((group) => {
		const [{ key, operation, where, expected, actual }] = group;
		const checks = group.flatMap(({ check }) => check ?? []);
		// The shortest request is the easiest to read.
		const { example, seen } = group.reduce((shortest, each) =>
			lengthOf(each.example) < lengthOf(shortest.example) ? each : shortest,
		);
		return {
			...{ operation, where, expected },
			actual: seen === undefined ? actual : `${actual}${describeSeen(seen)}`,
			count: checks.length + responses.filter((keys) => keys.has(key)).length,
			assumptions: unite(group.map((each) => each.assumptions)),
			...(checks.length > 0 && { checks }),
			explains: unite(group.map((each) => each.explains)),
			example: createExample(example, headerNames),
		};
	});
