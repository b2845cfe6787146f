import { AsyncLocalStorage } from "node:async_hooks";

/** A place for the run that code belongs to; empty until there is one. */
export interface Slot<Run> {
	run: Run | undefined;
}

/** Whose a request is; nobody's where both are undefined. */
export interface Belonging<Run> {
	readonly run: Run | undefined;
	/** Why it may not be answered, in words. */
	readonly refused?: string;
}

export interface RunContext<Run> {
	/** The run of the running code; where code has lost its context, the only run there is. */
	current(): Run | undefined;
	/** The run that a request belongs to: that whose session it names, or the current one. */
	of(request: Request): Belonging<Run>;
	/** Those under way. */
	running(): readonly Run[];
	/** The slot of the running code; undefined outside of any. */
	slot(): Slot<Run> | undefined;
	/** Does something, and all that it starts, in the slot. */
	within<Result>(slot: Slot<Run>, act: () => Promise<Result>): Promise<Result>;
}

const IN_PATH = /\/__session\/([^/?#]+)/;

const LATE =
	"it was sent after its test had ended. Let the test wait for all that it starts, or stop it before the test ends.";

const lost = (count: number): string =>
	`${count} tests run at once, and the request was sent outside of the async context of each, as by a server that was started before them. Name the session by mock.headers, or by /__session/ and mock.session before the path.`;

/** Keeps apart what runs at the same time, with nothing to thread through. */
export function createRunContext<
	Run extends { readonly session: string },
>(): RunContext<Run> {
	const storage = new AsyncLocalStorage<Slot<Run>>();
	const slots = new Set<Slot<Run>>();
	/** Sessions of runs that are over, which a request would open again. */
	const ended = new Set<string>();
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
			const under = running();
			const known = under.find(({ session }) => session === named);
			if (known) return { run: known };
			const run = current();
			const session = named ?? run?.session;
			if (session !== undefined && ended.has(session))
				return {
					run: run?.session === session ? run : undefined,
					refused: LATE,
				};
			const isLost = !storage.getStore() && under.length > 1;
			return isLost ? { run, refused: lost(under.length) } : { run };
		},
		running,
		slot: () => storage.getStore(),
		async within(slot, act) {
			slots.add(slot);
			try {
				return await storage.run(slot, act);
			} finally {
				slots.delete(slot);
				if (slot.run) ended.add(slot.run.session);
			}
		},
	};
}
