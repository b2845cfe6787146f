import { findLedger } from "./config/project-files.ts";
import type { MockOptions } from "./engine/mock-options.ts";
import { ledger } from "./service-engine.ts";
import { readLedger } from "./verification/ledger/read-ledger.ts";

/**
 * Returns the statuses in the ledger of the project, or undefined if it has none.
 * @param given the path of the ledger; defaults to `understudy.assumptions.yaml`, if it exists
 * @throws Error if the file cannot be read or is no ledger
 */
export function loadLedger(given?: string): MockOptions["statuses"] {
	const file = findLedger(given);
	return file === undefined ? undefined : readLedger(file, ledger).statuses;
}
