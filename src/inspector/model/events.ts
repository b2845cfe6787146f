import type { Change } from "../../engine/context.ts";
import type { JournalEntry } from "../../journal/entry.ts";

/** What a component shows, and so what it has to load again when that changes. */
export type Subject = Change["subject"] | "used-assumptions";

export const ALL_SUBJECTS: readonly Subject[] = [
	"scenario",
	"faults",
	"forward",
	"state",
	"snapshots",
	"journal",
	"session",
	"configuration",
	"used-assumptions",
];

/** Calls listeners when what they show may have changed. */
export interface Events {
	/**
	 * @param session whose changes matter; undefined for all sessions
	 * @param listener called at most every `INTERVAL_MS`
	 */
	listen(
		subjects: readonly Subject[],
		session: string | undefined,
		listener: () => void,
	): () => void;
	/** @param session null for all sessions */
	emit(subjects: readonly Subject[], session: string | null): void;
}

const INTERVAL_MS = 500;

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

export function createEvents(): Events {
	const listeners = new Set<
		(subjects: readonly Subject[], session: string | null) => void
	>();
	return {
		listen(subjects, session, listener) {
			let timer: ReturnType<typeof setTimeout> | undefined;
			let isDue = false;
			function run(): void {
				isDue = false;
				timer = setTimeout(() => {
					timer = undefined;
					if (isDue) run();
				}, INTERVAL_MS);
				listener();
			}
			function hear(changed: readonly Subject[], of: string | null): void {
				const matters =
					(of === null || session === undefined || of === session) &&
					changed.some((subject) => subjects.includes(subject));
				if (!matters) return;
				if (timer === undefined) run();
				else isDue = true;
			}
			listeners.add(hear);
			return () => {
				listeners.delete(hear);
				clearTimeout(timer);
			};
		},
		emit(subjects, session) {
			for (const listener of listeners) listener(subjects, session);
		},
	};
}
