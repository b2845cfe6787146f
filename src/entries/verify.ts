import { realpath } from "node:fs/promises";
import { join, resolve } from "node:path";
import { createContract } from "../checks/create-contract.ts";
import {
	type Comparison,
	type CompareOptions as ComparisonOptions,
	compareService,
} from "../comparison/compare.ts";
import { listAssumptions } from "../config/load-ledger.ts";
import {
	type MutateOptions,
	type MutationReport,
	mutateContract,
} from "../mutation/mutate-contract.ts";
import type { ConfiguredHandler } from "../service/defined-handler.ts";
import { loadDocument, type MockDocument } from "../service/load-document.ts";
import { packageRoot } from "../service/package-info.ts";
import { createServiceEngine, serviceOf } from "../service/shipped-service.ts";
import { commandLine } from "../values/command-line.ts";
import { errorMessage } from "../values/errors.ts";
import { loadOnce } from "../values/load-once.ts";
import { VerificationError } from "../verification/errors.ts";
import type { LedgerChange } from "../verification/ledger/edit-ledger.ts";
import {
	type LedgerReading,
	readLedger,
} from "../verification/ledger/read-ledger.ts";
import {
	formatEvidence,
	type RecordOptions as LedgerOptions,
	recordVerdicts as recordIn,
	writeFidelity,
} from "../verification/ledger/record-verdicts.ts";
import type { Verification } from "../verification/report.ts";
import { verifyContract } from "../verification/run/verify.ts";
import type { VerifyOptions as ContractOptions } from "../verification/verify-options.ts";

export type { Comparison } from "../comparison/compare.ts";
export type {
	Agreement,
	ComparisonReport,
	Disagreement,
	Noise,
	ShownDisagreement,
	ShownStep,
} from "../comparison/comparison-report.ts";
export type { Progress as CompareProgress } from "../comparison/run-comparison.ts";
export type {
	EquivalentMutant,
	KindTally,
	MutantPlace,
	MutateOptions,
	MutationReport,
} from "../mutation/mutate-contract.ts";
export type { ExampleRequest, Mismatch } from "../verification/contract.ts";
export { VerificationError } from "../verification/errors.ts";
export type {
	LedgerChange,
	RecordedStatus,
} from "../verification/ledger/edit-ledger.ts";
export type * from "../verification/report.ts";
export type { StateModule } from "../verification/verify-options.ts";

export interface VerifyOptions extends ContractOptions {
	/** The document to verify by, from `loadDocument`; defaults to the document of the package. */
	readonly document?: MockDocument | undefined;
}

export interface RecordOptions extends LedgerOptions {
	/** The document that was verified by, from `loadDocument`; defaults to the document of the package. */
	readonly document?: MockDocument | undefined;
}

export interface CompareOptions extends ComparisonOptions {
	/**
	 * The document that the mock and the service follow, from `loadDocument`; defaults to the document of the package.
	 */
	readonly document?: MockDocument | undefined;
	/** Handlers of the mock, from `defineHandler`; defaults to none. */
	readonly handlers?: readonly ConfiguredHandler[] | undefined;
}

const contracts = join(packageRoot, "contracts");

/** The path of the ledger in this package. */
export const shippedLedger: string = join(contracts, "assumptions.yaml");

function readStatuses(
	file: string,
	document: MockDocument | undefined,
): LedgerReading {
	try {
		return readLedger(file, ...listAssumptions(document));
	} catch (error) {
		throw new VerificationError(errorMessage(error));
	}
}

const loadShipped = loadOnce(() =>
	loadDocument(join(contracts, "openapi.yaml")),
);
/** Once, because many checks take less time to run than to create. */
const loadShippedContract = loadOnce(async () =>
	createContract(await loadShipped()),
);

/** @throws TypeError for a value that is not a document, such as a path */
async function loadContract(document: MockDocument | undefined) {
	serviceOf({ document });
	return document ? createContract(document) : await loadShippedContract();
}

/**
 * Verifies that the service at the base URL behaves like the mock, and decides which assumptions it confirms or
 * refutes.
 * @throws VerificationError if nothing could be verified, because of invalid arguments, unreadable pacts, or the
 * deadline
 */
export async function verify(
	baseUrl: string,
	options: VerifyOptions = {},
): Promise<Verification> {
	const { document, ...others } = options;
	const verified = await loadContract(document);
	if (options.ledger === undefined)
		return verifyContract(verified, baseUrl, others);
	const { statuses, notes } = readStatuses(options.ledger, document);
	const ledger = verified.ledger.map(({ id }) => ({
		id,
		status: statuses[id]?.status ?? "assumed",
	}));
	const judged = { ...verified, ledger };
	const verification = await verifyContract(judged, baseUrl, others);
	return { ...verification, ledgerNotes: notes };
}

/** @throws VerificationError if the ledger is part of an installed package */
async function requireOwnLedger(ledger: string): Promise<void> {
	// The installed package may be a link to its repository.
	const paths = [resolve(ledger), await realpath(ledger).catch(() => "")];
	if (paths.some((path) => /[\\/]node_modules[\\/]/.test(path)))
		throw new VerificationError(
			`Cannot record the verdicts in ${ledger}: it is a file of an installed package, which the next upgrade replaces. Write your own with \`${commandLine("ledger init")}\`.`,
		);
}

/**
 * Records the verdicts in the ledger: updates the `status` and the `evidence` of each assumption whose status
 * changes.
 * @throws VerificationError if the verdicts must not be recorded, or the ledger cannot be read or written
 */
export async function recordVerdicts(
	verification: Verification,
	{ document, ...options }: RecordOptions,
): Promise<readonly LedgerChange[]> {
	await requireOwnLedger(options.ledger);
	return recordIn(verification, options, ...listAssumptions(document));
}

/**
 * Measures how many defects the contract detects. Changes one part of the responses of a service that passes, and
 * counts how often the verification then fails.
 * @throws VerificationError if the service does not pass, or could not be verified
 */
export async function mutate(
	baseUrl: string,
	{
		document,
		...options
	}: MutateOptions & Pick<VerifyOptions, "document"> = {},
): Promise<MutationReport> {
	return mutateContract(await loadContract(document), baseUrl, options);
}

/**
 * Plays random sequences of requests on a mock and on the service at the base URL, and finds the shortest sequences
 * to which they respond differently. Creates records in the service, and changes and removes only these.
 * @throws VerificationError if nothing could be compared, because of invalid arguments, or because no operation can
 * be called
 */
export async function compare(
	baseUrl: string,
	{ document, handlers, ...options }: CompareOptions = {},
): Promise<Comparison> {
	const followed = { document, handlers };
	serviceOf(followed);
	const engine = createServiceEngine({
		...{ ...followed, dataset: "empty", clock: "system", journal: 0 },
	});
	try {
		const described = document ?? (await loadShipped());
		return await compareService(described, engine, baseUrl, options);
	} finally {
		await engine.close();
	}
}

/**
 * Records a comparison in the ledger: adds to the `evidence` of each compared assumption how many responses agree.
 * @returns the ids of the assumptions
 * @throws VerificationError if no response was compared, or the ledger cannot be read or written
 */
export async function recordFidelity(
	{ report, provider, startedAt, exitCode }: Comparison,
	{ ledger, providerVersion }: Omit<LedgerOptions, "allowMock">,
): Promise<readonly string[]> {
	if (exitCode === 2)
		throw new VerificationError(
			"Nothing was recorded: the comparison could not tell how many responses agree. Compare again when the service responds.",
		);
	await requireOwnLedger(ledger);
	const { host } = new URL(provider);
	const compared = formatEvidence(host, startedAt, providerVersion);
	return writeFidelity(ledger, compared, report.byAssumption);
}
