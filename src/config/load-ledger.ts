import type { MockOptions } from "../engine/mock-options.ts";
import { ledger } from "../service/shipped-service.ts";
import { readLedger } from "../verification/ledger/read-ledger.ts";
import { findLedger } from "./project-files.ts";

/**
 * Returns the statuses in the ledger of the project, or undefined if it has none.
 * @param given the path of the ledger; defaults to `understudy.assumptions.yaml`, if it exists
 * @throws Error if the file cannot be read or is no ledger
 */
export function loadLedger(given?: string): MockOptions["statuses"] {
	const file = findLedger(given);
	return file === undefined ? undefined : readLedger(file, ledger).statuses;
}
