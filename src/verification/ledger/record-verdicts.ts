import { readFile, writeFile } from "node:fs/promises";
import { errorMessage } from "../../values/error-message.ts";
import type { Verification } from "../report.ts";
import { VerificationError } from "../verification-error.ts";
import { editLedger, type LedgerChange } from "./edit-ledger.ts";

export interface RecordOptions {
	/** The ledger to write; `contracts/assumptions.yaml` or one of its form. */
	readonly ledger: string;
	/** Of what was verified. */
	readonly providerVersion?: string | undefined;
}

const STATUSES = { held: "confirmed", refuted: "refuted" } as const;

/** One line, whatever was passed as the version. */
function evidenceOf(
	{ report: { provider, startedAt } }: Verification,
	providerVersion: string | undefined,
): string {
	const version = providerVersion?.replaceAll(/[\s\p{C}]+/gu, " ").trim();
	return `${new URL(provider).host}, ${startedAt.slice(0, 10)}, ${version ? `version ${version}` : "version not given"}`;
}

/**
 * Writes into the ledger what the verification saw: only `status` and `evidence`, and only where the status changes.
 * @throws VerificationError where what was seen must not be recorded, or the ledger cannot be read or written
 */
export async function recordVerdicts(
	verification: Verification,
	{ ledger, providerVersion }: RecordOptions,
): Promise<readonly LedgerChange[]> {
	const { notRecordable, report } = verification;
	if (notRecordable !== undefined)
		throw new VerificationError(
			`Nothing was recorded: ${notRecordable.replace(/\.?$/, ".")} Verify again once that is mended.`,
		);
	const evidence = evidenceOf(verification, providerVersion);
	const verdicts = new Map(
		report.assumptions.flatMap(({ id, verdict }) =>
			verdict === "untested" ? [] : [[id, STATUSES[verdict]]],
		),
	);
	try {
		const bytes = await readFile(ledger);
		const text = new TextDecoder("utf-8", {
			fatal: true,
			ignoreBOM: true,
		}).decode(bytes);
		const { text: edited, changes } = editLedger(text, verdicts, evidence);
		if (changes.length > 0) await writeFile(ledger, edited);
		return changes;
	} catch (error) {
		throw new VerificationError(
			`The ledger ${ledger} cannot be recorded in: ${errorMessage(error)}. Pass another one with --ledger.`,
		);
	}
}
