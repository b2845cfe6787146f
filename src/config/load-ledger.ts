import type { MockOptions } from "../engine/mock-options.ts";
import type { LedgerEntry } from "../engine/model/service.ts";
import { ledger } from "../service/shipped-service.ts";
import {
	type Digests,
	digestAssumptions,
} from "../verification/ledger/digest-assumptions.ts";
import { readLedger } from "../verification/ledger/read-ledger.ts";
import { findLedger } from "./project-files.ts";

/** Returns the assumptions of a document with the digests of its elements, or the assumptions of the package. */
export const listAssumptions = (
	document: MockOptions["document"],
): readonly [readonly LedgerEntry[], Digests?] =>
	document
		? [document.service.ledger, digestAssumptions(document.document)]
		: [ledger];

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
	return readLedger(file, ...listAssumptions(document)).statuses;
}
