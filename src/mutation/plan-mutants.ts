import { groupBy } from "../values/group-by.ts";
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
 * @param only the operations to mutate; defaults to all
 */
export function planMutants(
	exchanges: readonly RecordedExchange[],
	contract: Contract,
	only?: readonly string[],
): Mutant[] {
	const { operations } = contract;
	const isOperation = (target: string): boolean =>
		operations.some(({ id }) => id === target);
	// If the document does not describe a response, no contract can find a defect in it.
	const selected = exchanges.filter(
		({ target, response: { status } }) =>
			contract.documented.findResponse(target, status) !== undefined &&
			(!only || !isOperation(target) || only.includes(target)),
	);
	const keyOf = ({ target, response }: RecordedExchange): string =>
		`${target} ${response.status}`;
	return groupBy(selected, keyOf).flatMap((group) => {
		const { target, response } = group[0];
		const sent = group.flatMap(({ check }) => check ?? []);
		// A request that matches no operation has no checks of its own, so every check that sent it counts.
		const own = isOperation(target)
			? sent.filter((each) => findOperationId(each, operations) === target)
			: sent;
		const checks = new Set(own);
		// If only checks of other operations send a request, they have to detect its changed response.
		if (only && !only.includes(target) && checks.size === 0) return [];
		const mutations = new Map<string, Mutation>();
		for (const exchange of group)
			for (const mutate of mutators)
				for (const mutation of mutate(exchange, contract)) {
					const key = `${mutation.name} ${mutation.where}`;
					if (mutation.isSemantic || !mutations.has(key))
						mutations.set(key, mutation);
				}
		return [...mutations.values()].map((mutation) => ({
			target,
			status: response.status,
			mutation,
			checks,
		}));
	});
}
