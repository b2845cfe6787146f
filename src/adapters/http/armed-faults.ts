import type { Engine } from "../../engine/engine.ts";
import type { Fault } from "../../faults/fault.ts";

const breaksConnection = ({ kind }: Pick<Fault, "kind">): boolean =>
	kind === "reset" || kind === "empty";

/**
 * Calls the listener at each change of a session, with a function that returns whether a fault that breaks connections is
 * set, or new sessions start with one. Browsers silently send a request again if a connection with an earlier response breaks, so such a fault has to meet
 * a new connection.
 */
export function followArmedFaults(
	{ changes, sessions, presets, initial }: Engine["context"],
	listener: (isArmed: () => boolean) => void,
): () => void {
	function report(): void {
		const breaking = sessions
			.inMemory()
			.flatMap(({ faults, active }) => [...faults, ...active.faults])
			.filter(({ fault }) => breaksConnection(fault));
		const { faults = [] } = presets.scenarios[initial.scenario] ?? {};
		const isInitial = faults.some(breaksConnection);
		listener(() => isInitial || breaking.some(({ left }) => left > 0));
	}
	report();
	return changes.subscribe(report);
}
