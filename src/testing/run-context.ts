import { AsyncLocalStorage } from "node:async_hooks";

/** A place for the run that code belongs to; empty until there is one. */
export interface Slot<Run> {
	run: Run | undefined;
}

export interface RunContext<Run> {
	/** The run of the running code; where code has lost its context, the only run there is. */
	current(): Run | undefined;
	/** The run that a request belongs to: that whose session it names, or the current one. */
	of(request: Request): Run | undefined;
	/** Whether the running code has lost its context while there are several runs that it could belong to. */
	isLost(): boolean;
	/** Those under way. */
	running(): readonly Run[];
	/** The slot of the running code; undefined outside of any. */
	slot(): Slot<Run> | undefined;
	/** Does something, and all that it starts, in the slot. */
	within<Result>(slot: Slot<Run>, act: () => Promise<Result>): Promise<Result>;
}

const IN_PATH = /\/__session\/([^/?#]+)/;

/** Keeps apart what runs at the same time, with nothing to thread through. */
export function createRunContext<
	Run extends { readonly session: string },
>(): RunContext<Run> {
	const storage = new AsyncLocalStorage<Slot<Run>>();
	const slots = new Set<Slot<Run>>();
	const running = (): Run[] =>
		[...slots].map(({ run }) => run).filter((run) => run !== undefined);

	function current(): Run | undefined {
		const slot = storage.getStore();
		if (slot) return slot.run;
		// A server that was started before the run answers in the context in which it was started.
		const [only, ...others] = running();
		return others.length === 0 ? only : undefined;
	}
	return {
		current,
		of({ headers, url }) {
			const named = headers.get("mock-session") ?? IN_PATH.exec(url)?.[1];
			const known =
				named === undefined
					? undefined
					: running().find(({ session }) => session === named);
			return known ?? current();
		},
		isLost: () => !storage.getStore() && running().length > 1,
		running,
		slot: () => storage.getStore(),
		async within(slot, act) {
			slots.add(slot);
			try {
				return await storage.run(slot, act);
			} finally {
				slots.delete(slot);
			}
		},
	};
}
