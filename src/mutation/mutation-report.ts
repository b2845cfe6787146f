import { groupBy } from "../values/group-by.ts";
import type { Mutant } from "./mutation.ts";

export interface MutantPlace {
	/** The operation id, or the reason why the requests match no operation. */
	readonly operation: string;
	/** The change of the responses. */
	readonly mutation: string;
	/** The status of the responses, and the place in them. */
	readonly where: string;
}

export interface EquivalentMutant extends MutantPlace {
	readonly why: string;
}

/** The number of mutants of one kind. */
export interface KindTally {
	readonly kind: string;
	/** The number of mutants without the equivalent ones. */
	readonly mutants: number;
	readonly killed: number;
	readonly equivalent: number;
}

/** How many defects of a provider the contract detects. */
export interface MutationReport extends Omit<KindTally, "kind"> {
	/** The base URL. */
	readonly provider: string;
	readonly durationMs: number;
	/** The share of killed mutants, from 0 to 1. */
	readonly score: number;
	readonly kinds: readonly KindTally[];
	readonly survivors: readonly MutantPlace[];
	readonly equivalents: readonly EquivalentMutant[];
}

/** The result of a mutant. A mutant that is neither killed nor equivalent survives. */
export interface MutantResult {
	readonly mutant: Mutant;
	readonly isKilled: boolean;
	/** Why the mutant is equivalent. */
	readonly why?: string | undefined;
}

const createPlace = ({
	mutant: { target, status, mutation },
}: MutantResult): MutantPlace => ({
	operation: target,
	mutation: mutation.name,
	where: `${status} ${mutation.where}`,
});

const kindOf = ({ mutant }: MutantResult): string =>
	mutant.mutation.name.replace(/:.*/s, "");

function countResults(
	results: readonly MutantResult[],
): Omit<KindTally, "kind"> {
	const killed = results.filter(({ isKilled }) => isKilled).length;
	const equivalent = results.filter(({ why }) => why !== undefined).length;
	return { mutants: results.length - equivalent, killed, equivalent };
}

export function createMutationReport(
	provider: string,
	durationMs: number,
	results: readonly MutantResult[],
): MutationReport {
	const total = countResults(results);
	return {
		provider,
		durationMs,
		...total,
		score: total.mutants === 0 ? 0 : total.killed / total.mutants,
		kinds: groupBy(results, kindOf).map((ofKind) => ({
			kind: kindOf(ofKind[0]),
			...countResults(ofKind),
		})),
		survivors: results
			.filter(({ isKilled, why }) => !isKilled && why === undefined)
			.map(createPlace),
		equivalents: results.flatMap(({ why, ...result }) =>
			why === undefined ? [] : [{ ...createPlace(result), why }],
		),
	};
}
