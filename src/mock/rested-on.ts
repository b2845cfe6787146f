import type { LedgerEntry } from "./service.ts";
import type { Session } from "./session.ts";

/** What answers rested on. */
export interface RestedOn {
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
export function restedOn(
	sessions: readonly Pick<Session, "restedOn">[],
	ledger: readonly LedgerEntry[],
): RestedOn {
	const counts = new Map<string, number>();
	let exchanges = 0;
	for (const { restedOn } of sessions)
		for (const [ids, count] of restedOn) {
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
