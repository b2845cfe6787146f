import type { Contract } from "../contract.ts";
import { findOperationId } from "../judge.ts";
import type { Mutant, Mutation, RecordedExchange } from "./mutation.ts";
import { mutators } from "./mutators.ts";

function groupByTargetAndStatus(
	exchanges: readonly RecordedExchange[],
): Map<string, RecordedExchange[]> {
	const groups = new Map<string, RecordedExchange[]>();
	for (const exchange of exchanges) {
		const key = `${exchange.target} ${exchange.response.status}`;
		groups.set(key, [...(groups.get(key) ?? []), exchange]);
	}
	return groups;
}

/**
 * Applies every mutator to the recorded exchanges. Each mutation occurs once for an operation and a status.
 * @param only the operations to mutate. Defaults to all.
 */
export function planMutants(
	recorded: readonly RecordedExchange[],
	contract: Contract,
	only?: readonly string[],
): Mutant[] {
	const { operations } = contract;
	return [...groupByTargetAndStatus(recorded).values()].flatMap((exchanges) => {
		const [first] = exchanges;
		if (!first) return [];
		const { target, response } = first;
		const isOperation = operations.some(({ id }) => id === target);
		if (only && isOperation && !only.includes(target)) return [];
		// A request that matches no operation has no checks of its own, so every check that sent it counts.
		const checks = exchanges
			.map(({ check = "" }) => check)
			.filter(
				(check) =>
					check !== "" &&
					(!isOperation || findOperationId(check, operations) === target),
			);
		const mutations = new Map<string, Mutation>();
		for (const exchange of exchanges)
			for (const mutation of mutators.flatMap((mutate) =>
				mutate(exchange, contract),
			)) {
				const key = `${mutation.name} ${mutation.where}`;
				if (mutation.isSemantic || !mutations.has(key))
					mutations.set(key, mutation);
			}
		return [...mutations.values()].map((mutation) => ({
			target,
			status: response.status,
			mutation,
			checks: new Set(checks),
		}));
	});
}
