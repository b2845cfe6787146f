import type { Contract } from "../contract.ts";
import { findOperationId } from "../judge.ts";
import { catalogue } from "./catalogue.ts";
import type { Mutant, Mutation } from "./mutation.ts";
import type { Recorded } from "./recording.ts";

export interface Planned extends Mutant {
	/** The descriptions of the checks that could tell. */
	readonly checks: ReadonlySet<string>;
}

/** By operation and status. */
function grouped(recorded: readonly Recorded[]): Map<string, Recorded[]> {
	const groups = new Map<string, Recorded[]>();
	for (const exchange of recorded) {
		const key = `${exchange.target} ${exchange.answer.status}`;
		groups.set(key, [...(groups.get(key) ?? []), exchange]);
	}
	return groups;
}

/**
 * The checks of the operation that are answered with the status, arrangements included. What lies beyond operations
 * has none of its own, so there it is whichever met it.
 */
function checksOf(
	exchanges: readonly Recorded[],
	isOperation: boolean,
	{ operations }: Contract,
): Set<string> {
	return new Set(
		exchanges.flatMap(({ check, target }) =>
			check !== undefined &&
			(!isOperation || findOperationId(check, operations) === target)
				? [check]
				: [],
		),
	);
}

/**
 * Every mutation of every kind that the exchanges give room for, each once for an operation and a status.
 * @param only the operations to mutate; all when absent
 */
export function planMutants(
	recorded: readonly Recorded[],
	contract: Contract,
	only?: readonly string[],
): Planned[] {
	const ids = contract.operations.map(({ id }) => id);
	return [...grouped(recorded).values()].flatMap((exchanges) => {
		const [first] = exchanges;
		if (!first) return [];
		const { target, answer } = first;
		const isOperation = ids.includes(target);
		if (only && isOperation && !only.includes(target)) return [];
		const checks = checksOf(exchanges, isOperation, contract);
		const mutations = exchanges.flatMap((exchange) =>
			catalogue.flatMap((kind) => kind(exchange, contract)),
		);
		const distinct = new Map<string, Mutation>();
		for (const mutation of mutations) {
			const key = `${mutation.name} ${mutation.where}`;
			if (mutation.semantic || !distinct.has(key)) distinct.set(key, mutation);
		}
		return [...distinct.values()].map((mutation) => ({
			target,
			status: answer.status,
			mutation,
			checks,
		}));
	});
}
