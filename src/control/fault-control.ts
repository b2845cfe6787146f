import type { EngineContext } from "../engine/context.ts";
import type { Session } from "../engine/sessions/session.ts";
import type { Fault } from "../faults/fault.ts";
import { activateFaults, remainingFaults } from "../faults/select-faults.ts";
import {
	findTakenIds,
	identifyFaults,
	type SetFault,
	validateFaults,
} from "../faults/validate-faults.ts";
import { MAX_FAULTS } from "../schemas/generated/limits.ts";
import { ControlError } from "./control-error.ts";
import type { SessionAccess } from "./session-access.ts";

export interface FaultControl {
	/** Returns the faults that are set, each with its id and its remaining `times`. */
	faults(): Promise<readonly SetFault[]>;
	/**
	 * Replaces the faults that are set.
	 * @throws ControlError for an invalid fault
	 */
	setFaults(faults: readonly Fault[]): Promise<void>;
	/**
	 * Adds faults before those that are set, which keep their remaining `times`.
	 * @throws ControlError for an invalid fault
	 */
	addFaults(faults: readonly Fault[]): Promise<void>;
	/** @throws ControlError for an unknown fault */
	removeFault(id: string): Promise<void>;
	clearFaults(): Promise<void>;
}

/** Returns the faults that are not used up. */
export const faultsLeft = ({ faults }: Session): Session["faults"] =>
	faults.filter(({ left }) => left > 0);

export function createFaultControl(
	{ service, sessions }: EngineContext,
	{ open, view }: SessionAccess,
): FaultControl {
	const targets = service.operations.map(({ spec }) => spec);
	/** Sets valid faults before others of the session, and drops the rest. */
	function insertFaults(given: unknown, others: Session["faults"]): void {
		const read = validateFaults(given, targets);
		const current = others.map(({ fault }) => fault);
		const invalid =
			"invalid" in read ? read.invalid : findTakenIds(read.faults, current);
		if ("invalid" in read || invalid.length > 0)
			throw new ControlError(
				400,
				"Invalid faults. The current faults are unchanged.",
				invalid,
			);
		if (read.faults.length + others.length > MAX_FAULTS)
			throw new ControlError(
				400,
				`Too many faults: the session has ${others.length}, and at most ${MAX_FAULTS} are allowed. Clear them first.`,
			);
		const session = open();
		const added = identifyFaults(read.faults, current, session.lastFaultId);
		session.lastFaultId = added.last;
		sessions.change(session, {
			faults: [...activateFaults(added.faults), ...others],
		});
	}

	return {
		faults: () => view(({ faults }) => remainingFaults(faults)),
		async setFaults(faults: unknown) {
			insertFaults(faults, []);
		},
		async addFaults(faults: unknown) {
			insertFaults(faults, faultsLeft(open()));
		},
		async removeFault(id) {
			const current = faultsLeft(open());
			const others = current.filter(({ fault }) => fault.id !== id);
			if (others.length === current.length) {
				const ids = current.map(({ fault }) => fault.id);
				throw new ControlError(
					404,
					`Unknown fault "${id}": it was never set, or is used up or removed. ${ids.length > 0 ? `The ids of the faults are ${ids.join(", ")}.` : "No faults are set."}`,
				);
			}
			sessions.change(open(), { faults: others });
		},
		async clearFaults() {
			sessions.change(open(), { faults: [] });
		},
	};
}
