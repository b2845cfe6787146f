import type { Engine } from "../../engine/engine.ts";

/**
 * Calls the listener at each change of a session, with a function that returns whether a fault that breaks connections is
 * set. Browsers silently send a request again if a connection with an earlier response breaks, so such a fault has to meet
 * a new connection.
 */
export function followArmedFaults(
	{ changes, sessions }: Engine["context"],
	listener: (isArmed: () => boolean) => void,
): () => void {
	function report(): void {
		const breaking = sessions
			.inMemory()
			.flatMap(({ faults, active }) => [...faults, ...active.faults])
			.filter(({ fault }) => ["reset", "empty"].includes(fault.kind));
		listener(() => breaking.some(({ left }) => left > 0));
	}
	report();
	return changes.subscribe(report);
}
