import type { InvalidPointer } from "../values/validation.ts";
import type { Fault } from "./fault.ts";

/** A fault that is set, by its own id or one that the mock has chosen. */
export type SetFault = Fault & { readonly id: string };

/** Finds the ids that are taken. */
export function findTakenIds(
	faults: readonly Fault[],
	current: readonly SetFault[],
): InvalidPointer[] {
	const taken = new Set(current.map(({ id }) => id));
	return faults.flatMap(({ id }, index) => {
		if (id === undefined || !taken.has(id)) {
			if (id !== undefined) taken.add(id);
			return [];
		}
		const detail = `is the id of another fault; use another id, or remove "${id}" first`;
		return [{ pointer: `/${index}/id`, detail }];
	});
}

/**
 * Returns the faults, each with an id: its own, or the next number that is free.
 * @param last the last number that was chosen, so that an id never names another fault later
 */
export function identifyFaults(
	faults: readonly Fault[],
	current: readonly SetFault[],
	last: number,
): { readonly faults: readonly SetFault[]; readonly last: number } {
	const taken = new Set([...current, ...faults].map(({ id }) => id));
	let number = last;
	const identified = faults.map((fault) => {
		if (fault.id !== undefined) return { ...fault, id: fault.id };
		do number += 1;
		while (taken.has(`${number}`));
		return { id: `${number}`, ...fault };
	});
	return { faults: identified, last: number };
}
