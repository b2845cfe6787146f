import { join } from "node:path";
import { contract } from "../contracts/contract.ts";
import { packageRoot } from "./package-info.ts";
import { readStatuses } from "./verification/ledger/ledger-file.ts";
import {
	type MutateOptions,
	mutateContract,
} from "./verification/mutation/mutate-contract.ts";
import type { MutationReport } from "./verification/mutation/mutation-report.ts";
import type { Verification } from "./verification/report.ts";
import { verifyContract } from "./verification/verify.ts";
import type { VerifyOptions } from "./verification/verify-options.ts";

export type { ExampleRequest, Mismatch } from "./verification/contract.ts";
export type {
	LedgerChange,
	RecordedStatus,
} from "./verification/ledger/edit-ledger.ts";
export {
	type RecordOptions,
	recordVerdicts,
} from "./verification/ledger/ledger-file.ts";
export type { MutateOptions } from "./verification/mutation/mutate-contract.ts";
export type {
	EquivalentMutant,
	KindTally,
	MutantPlace,
	MutationReport,
} from "./verification/mutation/mutation-report.ts";
export type { StateModule } from "./verification/pact/create-state-handler.ts";
export type * from "./verification/report.ts";
export { VerificationError } from "./verification/verification-error.ts";
export type { VerifyOptions } from "./verification/verify-options.ts";

const contracts = join(packageRoot, "contracts");

/** The path of the ledger in this package. */
export const shippedLedger: string = join(contracts, "assumptions.yaml");

const pact = join(contracts, "pacts/understudy-zaps-service.json");

/**
 * Verifies that the service at the base URL behaves as the mock does, and decides which assumptions it confirms or
 * refutes.
 * @throws VerificationError if nothing could be verified: bad arguments, unreadable pacts, the deadline
 */
export async function verify(
	baseUrl: string,
	options: VerifyOptions = {},
): Promise<Verification> {
	const file = options.ledger ?? shippedLedger;
	const ledger = await readStatuses(file, contract.ledger);
	return verifyContract({ ...contract, ledger, pact }, baseUrl, options);
}

/**
 * Measures how many defects the contract detects: changes one thing in the responses of a service that passes, and
 * counts how often the verification then fails.
 * @throws VerificationError if the service does not pass, or could not be verified
 */
export function mutate(
	baseUrl: string,
	options: MutateOptions = {},
): Promise<MutationReport> {
	return mutateContract({ ...contract, pact }, baseUrl, options);
}
