import type { StoreConnection } from "../store/redis/connection.ts";

/** What is recorded of one exchange. */
interface Recorded {
	/** The ids of the assumptions that the response depended on, joined by commas, each with a count. */
	used: string[];
	/** The entry of the journal. */
	entry?: { readonly json: string; readonly bytes: number };
}

/** Sends what is recorded of exchanges to the store. */
export interface Recorder {
	addUsed(session: string, used: readonly string[]): void;
	addEntry(session: string, json: string, bytes: number): void;
	/** Adds a task that `settle` waits for. */
	add(task: Promise<unknown>): void;
	/** Waits until the store has what was recorded since the last call. @throws StoreUnavailableError */
	settle(): Promise<void>;
}

export function createRecorder(
	connection: StoreConnection,
	limits: { readonly entries: number; readonly bytes: number },
	onError: (error: unknown) => void,
): Recorder {
	let recorded = new Map<string, Recorded>();
	let tasks: Promise<unknown>[] = [];
	let isPlanned = false;

	async function send(): Promise<void> {
		const all = [...recorded];
		const running = tasks;
		recorded = new Map();
		tasks = [];
		for (const [session, { used, entry }] of all)
			running.push(
				connection.run("record", {
					...{ session, used },
					...(entry && { entry: entry.json, bytes: `${entry.bytes}` }),
					maxEntries: `${limits.entries}`,
					maxBytes: `${limits.bytes}`,
				}),
			);
		await Promise.all(running);
	}

	/** The journal of a forwarded exchange is written when nothing waits for it any more. */
	function plan(session: string): Recorded {
		const known = recorded.get(session) ?? { used: [] };
		recorded.set(session, known);
		if (!isPlanned)
			queueMicrotask(() => {
				isPlanned = false;
				send().catch(onError);
			});
		isPlanned = true;
		return known;
	}

	return {
		addUsed(session, used) {
			plan(session).used.push(...used);
		},
		addEntry(session, json, bytes) {
			plan(session).entry = { json, bytes };
		},
		add(task) {
			task.catch(() => {});
			tasks.push(task);
		},
		settle: send,
	};
}
