import type { UsedAssumptions } from "../control/used-assumptions.ts";

type Assumption = UsedAssumptions["assumptions"][number];

/** What the exchanges of a suite rested on. */
export interface SuiteUsedAssumptions {
	/** How many tests had an answer; 0 where nothing says which test an exchange belongs to. */
	readonly tests: number;
	readonly exchanges: number;
	/** Those that any answer rested on, the one that most tests rest on first. */
	readonly assumptions: readonly (Assumption & {
		/** How many tests had an answer that rested on it. */
		readonly tests: number;
	})[];
}

export interface UsedAssumptionsTotal {
	/** Counts what one test rested on. */
	addTest(rested: UsedAssumptions): void;
	/** Counts what belongs to no test. */
	addOther(rested: UsedAssumptions): void;
	copy(): UsedAssumptionsTotal;
	read(): SuiteUsedAssumptions;
}

export function createUsedAssumptionsTotal(
	begun: SuiteUsedAssumptions = { tests: 0, exchanges: 0, assumptions: [] },
): UsedAssumptionsTotal {
	const byId = new Map(begun.assumptions.map((each) => [each.id, each]));
	let { tests, exchanges } = begun;

	function add(rested: UsedAssumptions, test: 0 | 1): void {
		if (rested.exchanges > 0) tests += test;
		exchanges += rested.exchanges;
		for (const each of rested.assumptions) {
			const known = byId.get(each.id) ?? { ...each, exchanges: 0, tests: 0 };
			byId.set(each.id, {
				...known,
				exchanges: known.exchanges + each.exchanges,
				tests: known.tests + test,
			});
		}
	}
	const read = (): SuiteUsedAssumptions => ({
		tests,
		exchanges,
		assumptions: [...byId.values()].sort(
			(a, b) => b.tests - a.tests || b.exchanges - a.exchanges,
		),
	});
	return {
		addTest: (rested) => add(rested, 1),
		addOther: (rested) => add(rested, 0),
		copy: () => createUsedAssumptionsTotal(read()),
		read,
	};
}
