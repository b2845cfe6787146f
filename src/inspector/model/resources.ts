import type { ControlMethod } from "../../control/methods.ts";
import type { Change } from "../../engine/changes.ts";
import { DEFAULT_SESSION } from "../../engine/sessions/session-name.ts";
import type { JournalEntry } from "../../journal/entry.ts";

/** A subject whose changes require loading a resource again. */
export type Subject = Change["subject"] | "used-assumptions";

/** Returns the subjects that an exchange may have changed. */
export const subjectsOfExchange = ({
	method,
	status,
	fault,
}: JournalEntry): readonly Subject[] => [
	"used-assumptions",
	...(fault === null ? [] : (["faults"] as const)),
	...(method === "GET" || status >= 400 ? [] : (["state"] as const)),
];

/** A search reads all records of a collection: rest ten times as long as a load took. */
const REST_FACTOR = 10;
const MIN_REST_MS = 500;
const MAX_REST_MS = 10_000;
/** The delay before a failed load is repeated. */
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
		/** Loads after the current load and a rest. */
		request(): void {
			if (current || timer !== undefined) isDue = true;
			else begin();
		},
		/** Loads at once, or right after the current load. Resolves when the load has finished. */
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

/** The data of the page, by the control method that returns it, with the subjects that require loading it again. */
const RESOURCES = {
	scenarios: ["scenario", "configuration"],
	faults: ["faults"],
	forward: ["forward"],
	clock: ["state", "scenario"],
	datasets: ["state", "configuration"],
	collections: ["state", "configuration"],
	records: ["state"],
	snapshots: ["snapshots"],
	assumptions: ["configuration"],
	usedAssumptions: ["used-assumptions"],
	sessions: ["used-assumptions", "journal", "scenario", "faults"],
} satisfies Partial<Record<ControlMethod, readonly Subject[]>>;

export type ResourceName = keyof typeof RESOURCES;

/**
 * The resources that cover all sessions if the page shows all sessions. The other resources cover the default session
 * then.
 */
const OF_ALL: readonly ResourceName[] = ["usedAssumptions", "sessions"];

export type Resources = ReturnType<typeof createResources>;

/** Creates the list of the resources on the page. */
export function createResources() {
	interface Shown {
		readonly name: ResourceName;
		readonly session: string | undefined;
		readonly loader: ReturnType<typeof createPacedLoader>;
	}
	const all = new Set<Shown>();
	return {
		/**
		 * Loads a resource, and loads it again when it changes. Returns a function that stops this.
		 * @param session undefined for all sessions
		 */
		add(
			name: ResourceName,
			session: string | undefined,
			load: () => Promise<boolean>,
		): () => void {
			const loader = createPacedLoader(load);
			const shown = { name, session, loader };
			all.add(shown);
			loader.request();
			return () => {
				all.delete(shown);
				loader.stop();
			};
		},
		/**
		 * Loads changed resources again after a rest. If a session was deleted or reset, all its resources have changed.
		 * @param of the name of the session; null for all sessions
		 */
		announce(changed: readonly Subject[], of: string | null): void {
			for (const { name, session, loader } of all) {
				const subjects: readonly Subject[] = RESOURCES[name];
				const isOfSession =
					of === null ||
					of === (session ?? DEFAULT_SESSION) ||
					(session === undefined && OF_ALL.includes(name));
				const isChanged = changed.some(
					(each) => each === "session" || subjects.includes(each),
				);
				if (isOfSession && isChanged) loader.request();
			}
		},
		/** Loads all resources at once, after a change by the user. */
		async reload(): Promise<void> {
			await Promise.all([...all].map(({ loader }) => loader.now()));
		},
	};
}
