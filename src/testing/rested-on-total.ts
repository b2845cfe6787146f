import type { RestedOn } from "../mock/rested-on.ts";

type Assumption = RestedOn["assumptions"][number];

/** What the exchanges of a suite rested on. */
export interface SuiteRestedOn {
	/** How many tests had an answer; 0 where nothing says which test an exchange belongs to. */
	readonly tests: number;
	readonly exchanges: number;
	/** Those that any answer rested on, the one that most tests rest on first. */
	readonly assumptions: readonly (Assumption & {
		/** How many tests had an answer that rested on it. */
		readonly tests: number;
	})[];
}

export interface RestedOnTotal {
	/** Counts what one test rested on. */
	addTest(rested: RestedOn): void;
	/** Counts what belongs to no test. */
	addOther(rested: RestedOn): void;
	copy(): RestedOnTotal;
	read(): SuiteRestedOn;
}

export function createRestedOnTotal(
	begun: SuiteRestedOn = { tests: 0, exchanges: 0, assumptions: [] },
): RestedOnTotal {
	const byId = new Map(begun.assumptions.map((each) => [each.id, each]));
	let { tests, exchanges } = begun;

	function add(rested: RestedOn, test: 0 | 1): void {
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
	const read = (): SuiteRestedOn => ({
		tests,
		exchanges,
		assumptions: [...byId.values()].sort(
			(a, b) => b.tests - a.tests || b.exchanges - a.exchanges,
		),
	});
	return {
		addTest: (rested) => add(rested, 1),
		addOther: (rested) => add(rested, 0),
		copy: () => createRestedOnTotal(read()),
		read,
	};
}
