import type { Contract } from "../contract.ts";
import type { CheckResult } from "../judge.ts";
import type { Observation } from "../observation.ts";

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
