import type { LedgerEntry } from "../engine/service.ts";
import type { Session } from "../engine/sessions/session.ts";

/** What answers rested on. */
export interface UsedAssumptions {
	/** How many answers there were. */
	readonly exchanges: number;
	/** Those that any of them rested on, the most used first. */
	readonly assumptions: readonly {
		readonly id: string;
		readonly status: LedgerEntry["status"];
		readonly assumes: string;
		/** How many answers rested on it. */
		readonly exchanges: number;
	}[];
}

/** Counts, for each assumption of the ledger, the answers of these sessions that rested on it. */
export function countUsedAssumptions(
	sessions: readonly Pick<Session, "usedAssumptions">[],
	ledger: readonly LedgerEntry[],
): UsedAssumptions {
	const counts = new Map<string, number>();
	let exchanges = 0;
	for (const { usedAssumptions } of sessions)
		for (const [ids, count] of usedAssumptions) {
			exchanges += count;
			for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + count);
		}
	const assumptions = ledger
		.filter(({ id }) => counts.has(id))
		.map(({ id, status, assumes }) => ({
			id,
			status,
			assumes,
			exchanges: counts.get(id) ?? 0,
		}))
		.sort((a, b) => b.exchanges - a.exchanges);
	return { exchanges, assumptions };
}
