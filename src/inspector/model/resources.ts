import type { Change } from "../../engine/context.ts";
import type { JournalEntry } from "../../journal/entry.ts";

/** What a component shows, and so what it has to load again when that changes. */
export type Subject = Change["subject"] | "used-assumptions";

/** Returns what an exchange may have changed. */
export const subjectsOfExchange = ({
	method,
	status,
	fault,
}: JournalEntry): readonly Subject[] => [
	"used-assumptions",
	...(fault === null ? [] : (["faults"] as const)),
	...(method === "GET" || status >= 400 ? [] : (["state"] as const)),
];

/** The mock copies what it sends, and the page parses it: rest ten times as long as a load took. */
const REST_FACTOR = 10;
const MIN_REST_MS = 500;
const MAX_REST_MS = 10_000;
/** When to load again what could not be loaded. */
export const LOAD_RETRY_MS = 5_000;

/**
 * Loads again and again, without keeping the mock or the page busy.
 * @param load resolves to whether it succeeded; if not, it is repeated
 */
export function createPacedLoader(load: () => Promise<boolean>) {
	let current: Promise<void> | undefined;
	let timer: ReturnType<typeof setTimeout> | undefined;
	let isDue = false;
	let isStopped = false;
	async function run(): Promise<void> {
		clearTimeout(timer);
		isDue = false;
		const start = performance.now();
		const isDone = await load();
		current = undefined;
		if (isStopped) return;
		isDue ||= !isDone;
		const rest = (performance.now() - start) * REST_FACTOR;
		timer = setTimeout(
			() => {
				timer = undefined;
				if (isDue) begin();
			},
			isDone
				? Math.min(MAX_REST_MS, Math.max(MIN_REST_MS, rest))
				: LOAD_RETRY_MS,
		);
	}
	function begin(): Promise<void> {
		current = run();
		return current;
	}
	return {
		/** Loads soon: after the current load, and after a rest that is longer than the load took. */
		request(): void {
			if (current || timer !== undefined) isDue = true;
			else begin();
		},
		/** Loads at once, or right after the current load. Resolves when that is done. */
		async now(): Promise<void> {
			while (current) await current;
			if (!isStopped) await begin();
		},
		stop(): void {
			isStopped = true;
			clearTimeout(timer);
		},
	};
}

/** Creates the list of what the page shows of the mock, each with what loads it. */
export function createResources() {
	interface Resource {
		readonly subjects: readonly Subject[];
		readonly session: string | undefined;
		readonly loader: ReturnType<typeof createPacedLoader>;
	}
	const resources = new Set<Resource>();
	return {
		/**
		 * Loads a resource, and again when a subject changes. Returns a function that ends that.
		 * @param session whose changes matter; undefined for all sessions
		 */
		add(
			subjects: readonly Subject[],
			session: string | undefined,
			load: () => Promise<boolean>,
		): () => void {
			const loader = createPacedLoader(load);
			const resource = { subjects, session, loader };
			resources.add(resource);
			loader.request();
			return () => {
				resources.delete(resource);
				loader.stop();
			};
		},
		/**
		 * Loads what has changed soon. A session that was deleted or reset has changed in everything.
		 * @param of the name of the session; null for all sessions
		 */
		announce(changed: readonly Subject[], of: string | null): void {
			for (const { subjects, session, loader } of resources)
				if (
					(of === null || session === undefined || of === session) &&
					changed.some((each) => each === "session" || subjects.includes(each))
				)
					loader.request();
		},
		/** Loads all at once, after the user has changed something. */
		async reload(): Promise<void> {
			await Promise.all([...resources].map(({ loader }) => loader.now()));
		},
	};
}
