import type { UsedAssumptions } from "../control/used-assumptions.ts";
import type { LedgerEntry } from "../engine/service.ts";

/** What a test rested on, as Vitest carries it from the test to its reporters: without what the ledger says anyway. */
export interface UsedAssumptionsMeta {
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
		usedAssumptions?: UsedAssumptionsMeta;
	}
}

export const toMeta = ({
	exchanges,
	assumptions,
}: UsedAssumptions): UsedAssumptionsMeta => ({
	exchanges,
	assumptions: assumptions.map(({ id, status, exchanges }) => ({
		id,
		status,
		exchanges,
	})),
});

/** @param ledger that says what is assumed; another mock than this one's may have other assumptions */
export const fromMeta = (
	{ exchanges, assumptions }: UsedAssumptionsMeta,
	ledger: readonly LedgerEntry[],
): UsedAssumptions => ({
	exchanges,
	assumptions: assumptions.map((each) => ({
		...each,
		assumes: ledger.find(({ id }) => id === each.id)?.assumes ?? "",
	})),
});
