import type { MockOptions } from "../engine/mock-options.ts";
import { ledger } from "../service/shipped-service.ts";
import { digestAssumptions } from "../verification/ledger/digest-assumptions.ts";
import { readLedger } from "../verification/ledger/read-ledger.ts";
import { findLedger } from "./project-files.ts";

/**
 * Returns the statuses in the ledger of the project, or undefined if it has none.
 * @param given the path of the ledger; defaults to `understudy.assumptions.yaml`, if it exists
 * @param document the document that the mock follows; undefined for that of the package
 * @throws Error if the file cannot be read or is no ledger
 */
export function loadLedger(
	given?: string,
	document?: MockOptions["document"],
): MockOptions["statuses"] {
	const file = findLedger(given);
	if (file === undefined) return undefined;
	const reading = document
		? readLedger(
				file,
				document.service.ledger,
				digestAssumptions(document.document),
			)
		: readLedger(file, ledger);
	return reading.statuses;
}
