import type { RestedOn } from "../mock/rested-on.ts";
import type { LedgerEntry } from "../mock/service.ts";

/** What a test rested on, as Vitest carries it from the test to its reporters: without what the ledger says anyway. */
export interface RestedOnMeta {
	readonly exchanges: number;
	readonly assumptions: readonly {
		readonly id: string;
		readonly status: LedgerEntry["status"];
		readonly exchanges: number;
	}[];
}

declare module "vitest" {
	interface TaskMeta {
		/** What the answers to the test rested on. */
		restedOn?: RestedOnMeta;
	}
}

export const toMeta = ({ exchanges, assumptions }: RestedOn): RestedOnMeta => ({
	exchanges,
	assumptions: assumptions.map(({ id, status, exchanges }) => ({
		id,
		status,
		exchanges,
	})),
});

/** @param ledger that says what is assumed; another mock than this one's may have other assumptions */
export const fromMeta = (
	{ exchanges, assumptions }: RestedOnMeta,
	ledger: readonly LedgerEntry[],
): RestedOn => ({
	exchanges,
	assumptions: assumptions.map((each) => ({
		...each,
		assumes: ledger.find(({ id }) => id === each.id)?.assumes ?? "",
	})),
});
