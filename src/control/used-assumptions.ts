import type { LedgerEntry } from "../engine/model/service.ts";
import type { Session } from "../engine/sessions/session.ts";

/** The assumptions that responses depended on. */
export interface UsedAssumptions {
	/** The number of all responses. */
	readonly exchanges: number;
	/** The assumptions that at least one response depended on, the most used first. */
	readonly assumptions: readonly {
		readonly id: string;
		readonly status: LedgerEntry["status"];
		readonly assumes: string;
		/** The number of responses that depended on this assumption. */
		readonly exchanges: number;
	}[];
}

/** Counts the responses of the sessions that depended on each assumption of the ledger. */
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
		.map(({ id, status, assumes }) => ({
			id,
			status,
			assumes,
			exchanges: counts.get(id) ?? 0,
		}))
		.filter((assumption) => assumption.exchanges > 0)
		.sort((a, b) => b.exchanges - a.exchanges);
	return { exchanges, assumptions };
}
