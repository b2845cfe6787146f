import type { Contract } from "../verification/contract.ts";
import { findOperationId } from "../verification/operations.ts";
import { mutateBody } from "./body-mutators.ts";
import { mutateMetrics, mutatePage, truncateBody } from "./content-mutators.ts";
import { headMutators } from "./head-mutators.ts";
import type {
	Mutant,
	Mutation,
	Mutator,
	RecordedExchange,
} from "./mutation.ts";

export const mutators: readonly Mutator[] = [
	mutateBody,
	mutatePage,
	...headMutators,
	truncateBody,
	mutateMetrics,
];

/**
 * Applies every mutator to the recorded exchanges. Each mutation occurs once for an operation and a status.
 * @param only the operations to mutate. Defaults to all.
 */
export function planMutants(
	exchanges: readonly RecordedExchange[],
	contract: Contract,
	only?: readonly string[],
): Mutant[] {
	const { operations } = contract;
	const groups = new Map<string, ReturnType<typeof createGroup>>();
	for (const exchange of exchanges) {
		const { target, response, check } = exchange;
		const isOperation = operations.some(({ id }) => id === target);
		if (only && isOperation && !only.includes(target)) continue;
		const groupKey = `${target} ${response.status}`;
		const group = groups.get(groupKey) ?? createGroup(exchange);
		groups.set(groupKey, group);
		// A request that matches no operation has no checks of its own, so every check that sent it counts.
		if (
			check !== undefined &&
			(!isOperation || findOperationId(check, operations) === target)
		)
			group.checks.add(check);
		for (const mutation of mutators.flatMap((mutate) =>
			mutate(exchange, contract),
		)) {
			const key = `${mutation.name} ${mutation.where}`;
			if (mutation.isSemantic || !group.mutations.has(key))
				group.mutations.set(key, mutation);
		}
	}
	// The checks of other operations would detect a changed response to a request that only they send.
	const isTestable = ({ target, checks }: ReturnType<typeof createGroup>) =>
		only === undefined || only.includes(target) || checks.size > 0;
	return [...groups.values()]
		.filter(isTestable)
		.flatMap(({ mutations, ...group }) =>
			[...mutations.values()].map((mutation) => ({ ...group, mutation })),
		);
}

const createGroup = ({ target, response: { status } }: RecordedExchange) => ({
	target,
	status,
	checks: new Set<string>(),
	mutations: new Map<string, Mutation>(),
});
