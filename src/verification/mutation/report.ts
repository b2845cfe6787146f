import type { Planned } from "./plan.ts";
import type { Verdict } from "./verdict.ts";

export interface MutantPlace {
	/** The operation whose answers were changed, or what lies beyond operations. */
	readonly operation: string;
	/** What was done to them. */
	readonly mutation: string;
	/** The status of the answers, and the place in them. */
	readonly where: string;
}

export interface EquivalentMutant extends MutantPlace {
	readonly why: string;
}

/** How many mutants there were of one kind. */
export interface KindTally {
	readonly kind: string;
	readonly mutants: number;
	readonly killed: number;
	readonly equivalent: number;
}

/** How strong a contract is. */
export interface MutationReport {
	/** The base URL. */
	readonly provider: string;
	readonly durationMs: number;
	/** Those that count: all but the equivalent ones. */
	readonly mutants: number;
	readonly killed: number;
	readonly equivalent: number;
	/** The part of the mutants that were killed, from 0 to 1. */
	readonly score: number;
	readonly kinds: readonly KindTally[];
	readonly survivors: readonly MutantPlace[];
	readonly equivalents: readonly EquivalentMutant[];
}

export interface Judged {
	readonly mutant: Planned;
	readonly verdict: Verdict;
}

const placeOf = ({ mutant }: Judged): MutantPlace => ({
	operation: mutant.target,
	mutation: mutant.mutation.name,
	where: `${mutant.status} ${mutant.mutation.where}`,
});

function tally(judged: readonly Judged[]): Omit<KindTally, "kind"> {
	const count = (kind: Verdict["kind"]): number =>
		judged.filter(({ verdict }) => verdict.kind === kind).length;
	const equivalent = count("equivalent");
	return {
		mutants: judged.length - equivalent,
		killed: count("killed"),
		equivalent,
	};
}

/** Counts what became of the mutants. */
export function score(
	provider: string,
	durationMs: number,
	judged: readonly Judged[],
): MutationReport {
	const whole = tally(judged);
	const kinds = [...new Set(judged.map(({ mutant }) => mutant.mutation.kind))];
	return {
		provider,
		durationMs,
		...whole,
		score: whole.mutants === 0 ? 0 : whole.killed / whole.mutants,
		kinds: kinds.map((kind) => ({
			kind,
			...tally(judged.filter(({ mutant }) => mutant.mutation.kind === kind)),
		})),
		survivors: judged
			.filter(({ verdict }) => verdict.kind === "survived")
			.map(placeOf),
		equivalents: judged.flatMap((each) =>
			each.verdict.kind === "equivalent"
				? [{ ...placeOf(each), why: each.verdict.why }]
				: [],
		),
	};
}
