import type { Contract } from "../contract.ts";
import type { CheckResult } from "../judge.ts";
import type { Observation } from "../observation.ts";
import type { Difference } from "../report.ts";
import { createExample } from "./create-example.ts";

/** What the differences are collected from. */
export interface Evidence {
	readonly contract: Contract;
	readonly observations: readonly Observation[];
	/** The failed checks, by description. */
	readonly failed: ReadonlyMap<string, CheckResult>;
	/** The descriptions of the checks that passed, without those of other consumers. */
	readonly passed: ReadonlySet<string>;
	/** Their results when they receive the responses in the documented form. */
	readonly translated: ReadonlyMap<string, CheckResult>;
	/** The exchanges of that second run. */
	readonly laterObservations: readonly Observation[];
	/** Why a check was not reached, by its description. */
	readonly reasons: ReadonlyMap<string, string>;
	readonly renamed: Map<string, string>;
	readonly headerNames: readonly string[];
}

interface Place
	extends Pick<Difference, "operation" | "where" | "expected" | "actual"> {
	/** The unexpected value, if `actual` names only its kind. */
	readonly seen?: string | undefined;
}

/** Stands between the kind of an unexpected value and an example of it. */
export const SUCH_AS = ", such as ";

const MAX_SEEN = 60;

interface Found extends Omit<Place, "seen"> {
	readonly assumptions: Set<string>;
	readonly checks: string[];
	readonly explains: Set<string>;
	example: Observation;
	seen?: string | undefined;
	count: number;
}

/** Differences by a key, so that each is kept once. */
export interface DifferenceCollection {
	/**
	 * Adds a difference, or an example and assumptions to a known one.
	 * @param check the description of the check that found it, if no deviation of the form explains its failure
	 */
	add(
		key: string,
		place: Place,
		example: Observation,
		assumptions: Iterable<string>,
		check?: string,
	): void;
	/** Notes that a known difference explains why a check failed. */
	explain(key: string, check: string): void;
	/** Counts one more response that shows the difference, if it is known. */
	count(key: string): void;
	/** @param headerNames the headers that every request has in addition, whose values may be credentials */
	list(headerNames: readonly string[]): Difference[];
}

const lengthOf = ({ request: { body = "" } }: Observation): number =>
	body.length;

export function createDifferenceCollection(): DifferenceCollection {
	const found = new Map<string, Found>();
	return {
		add(key, place, example, assumptions, check) {
			const known = found.get(key) ?? {
				...place,
				assumptions: new Set<string>(),
				checks: [],
				explains: new Set<string>(),
				example,
				count: 0,
			};
			found.set(key, known);
			for (const id of assumptions) known.assumptions.add(id);
			// The shortest request is the easiest to read.
			if (lengthOf(example) < lengthOf(known.example)) {
				known.example = example;
				known.seen = place.seen;
			}
			if (check === undefined) return;
			known.checks.push(check);
			known.count += 1;
		},
		explain(key, check) {
			found.get(key)?.explains.add(check);
		},
		count(key) {
			const known = found.get(key);
			if (known) known.count += 1;
		},
		list: (headerNames) =>
			[...found.values()].map(
				({ assumptions, example, checks, explains, seen, ...each }) => ({
					...each,
					...(seen !== undefined && {
						actual: `${each.actual}${SUCH_AS}${seen.length > MAX_SEEN ? `${seen.slice(0, MAX_SEEN)}…` : seen}`,
					}),
					assumptions: [...assumptions],
					...(checks.length > 0 && { checks }),
					explains: [...explains],
					example: createExample(example, headerNames),
				}),
			),
	};
}
