import { readFile, writeFile } from "node:fs/promises";
import { errorMessage } from "../../values/error-message.ts";
import type { Verification } from "../report.ts";
import { VerificationError } from "../verification-error.ts";
import { editLedger, type LedgerChange } from "./edit-ledger.ts";

export interface RecordOptions {
	/** The path of the ledger, in the format of `contracts/assumptions.yaml`. */
	readonly ledger: string;
	/** The version of the verified service. */
	readonly providerVersion?: string | undefined;
}

const STATUSES = { held: "confirmed", refuted: "refuted" } as const;

function formatEvidence(
	{ report: { provider, startedAt } }: Verification,
	providerVersion = "",
): string {
	const version = providerVersion.replaceAll(/[\s\p{C}]+/gu, " ").trim();
	return `${new URL(provider).host}, ${startedAt.slice(0, 10)}, ${version ? `version ${version}` : "version not given"}`;
}

/**
 * Records the verdicts in the ledger: the `status` and `evidence` of each assumption whose status changes.
 * @throws VerificationError if the verdicts must not be recorded, or the ledger cannot be read or written
 */
export async function recordVerdicts(
	verification: Verification,
	{ ledger, providerVersion }: RecordOptions,
): Promise<readonly LedgerChange[]> {
	const { notRecordable, report } = verification;
	if (notRecordable !== undefined)
		throw new VerificationError(
			`Nothing was recorded: ${notRecordable.replace(/\.?$/, ".")} Fix that and verify again.`,
		);
	const evidence = formatEvidence(verification, providerVersion);
	const statuses = new Map(
		report.assumptions.flatMap(({ id, verdict }) =>
			verdict === "untested" ? [] : [[id, STATUSES[verdict]]],
		),
	);
	try {
		const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
		const text = decoder.decode(await readFile(ledger));
		const { text: edited, changes } = editLedger(text, statuses, evidence);
		if (changes.length > 0) await writeFile(ledger, edited);
		return changes;
	} catch (error) {
		throw new VerificationError(
			`Cannot record the verdicts in ${ledger}: ${errorMessage(error)}. Pass another ledger with --ledger.`,
		);
	}
}
