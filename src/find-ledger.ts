import { existsSync } from "node:fs";

export const DEFAULT_LEDGER = "understudy.assumptions.yaml";

/** Returns the path of the ledger: the given one, or the default name if that file is in the current folder. */
export const findLedger = (given?: string): string | undefined =>
	given ?? (existsSync(DEFAULT_LEDGER) ? DEFAULT_LEDGER : undefined);
