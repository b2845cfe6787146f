import { readFile, writeFile } from "node:fs/promises";
import { errorMessage } from "../../values/errors.ts";
import { decideExitCode, summarize } from "../binding.ts";
import { VerificationError } from "../errors.ts";
import type { Verification } from "../report.ts";
import { editLedger, type LedgerChange } from "./edit-ledger.ts";
import type { Statement } from "./read-ledger.ts";

/** Returns the verification as a ledger judges it that has its refutations: these are no longer confirmed. */
export function adoptVerdicts(verification: Verification): Verification {
	const { report } = verification;
	const refuted = report.assumptions
		.filter(({ verdict }) => verdict === "refuted")
		.map(({ id }) => id);
	const confirmed = verification.confirmed.filter(
		(id) => !refuted.includes(id),
	);
	const interactions = report.interactions.map((result) =>
		result.provenance === "confirmed" &&
		result.assumptions.some((id) => refuted.includes(id))
			? { ...result, provenance: "assumed" as const }
			: result,
	);
	const adopted = {
		...verification,
		confirmed,
		refuted,
		report: {
			...report,
			interactions,
			summary: summarize({ ...report, interactions }, confirmed),
		},
	};
	return { ...adopted, exitCode: decideExitCode(adopted) };
}

const RECORDED = { held: "confirmed", refuted: "refuted" } as const;

export interface RecordOptions {
	/** The path of the ledger, such as `understudy.assumptions.yaml`. */
	readonly ledger: string;
	/** The version of the verified service. */
	readonly providerVersion?: string | undefined;
	/** Whether to record the verdicts about a service that announces itself as a mock. Defaults to false. */
	readonly allowMock?: boolean | undefined;
}

function formatEvidence(
	{ report: { provider, startedAt } }: Verification,
	providerVersion = "",
): string {
	const version = providerVersion.replaceAll(/[\s\p{C}]+/gu, " ").trim();
	return `${new URL(provider).host}, ${startedAt.slice(0, 10)}, ${version ? `version ${version}` : "version not given"}`;
}

/**
 * Records the verdicts in the ledger: the `status` and `evidence` of each assumption whose status changes.
 * @param shipped the assumptions of the package, with the sentences that were verified
 * @throws VerificationError if the verdicts must not be recorded, or the ledger cannot be read or written
 */
export async function recordVerdicts(
	verification: Verification,
	{ ledger, providerVersion, allowMock = false }: RecordOptions,
	shipped: readonly Statement[],
): Promise<readonly LedgerChange[]> {
	const { notRecordable, report, isMock } = verification;
	if (notRecordable !== undefined)
		throw new VerificationError(
			// A reason of whole sentences ends with its own remedy.
			`Nothing was recorded: ${notRecordable}${notRecordable.endsWith(".") ? "" : ". Fix that and verify again."}`,
		);
	if (isMock && !allowMock)
		throw new VerificationError(
			"Nothing was recorded: the header Mock-Assumptions shows that this service is a mock. Verify the real service, or pass --allow-mock.",
		);
	const evidence = formatEvidence(verification, providerVersion);
	const statuses = new Map(
		report.assumptions.flatMap(({ id, verdict }) =>
			verdict === "untested" ? [] : [[id, RECORDED[verdict]]],
		),
	);
	const sentences = new Map(shipped.map(({ id, assumes }) => [id, assumes]));
	try {
		const decoder = new TextDecoder("utf-8", { fatal: true });
		const text = decoder.decode(await readFile(ledger));
		const { text: edited, changes } = editLedger(
			text,
			statuses,
			evidence,
			sentences,
		);
		if (changes.length > 0) await writeFile(ledger, edited);
		return changes;
	} catch (error) {
		throw new VerificationError(
			`Cannot record the verdicts in ${ledger}: ${errorMessage(error)}. Pass another ledger with --ledger.`,
		);
	}
}
