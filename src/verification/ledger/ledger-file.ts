import { readFile, writeFile } from "node:fs/promises";
import { parse } from "yaml";
import { errorMessage } from "../../values/error-message.ts";
import { isObject } from "../../values/is-object.ts";
import type { Assumption } from "../contract.ts";
import type { Verification } from "../report.ts";
import { VerificationError } from "../verification-error.ts";
import { editLedger, type LedgerChange } from "./edit-ledger.ts";

const STATUSES = ["assumed", "confirmed", "refuted"] as const;
const RECORDED = { held: "confirmed", refuted: "refuted" } as const;

/**
 * Returns the assumptions with their status in the ledger, which defaults to `assumed`.
 * @throws VerificationError if the file cannot be read or is no ledger
 */
export async function readStatuses(
	file: string,
	assumptions: readonly Assumption[],
): Promise<Assumption[]> {
	const entries: unknown = await readFile(file, "utf8")
		.then((text) => parse(text))
		.catch((error: unknown) => {
			throw new VerificationError(
				`Cannot read the ledger ${file}: ${errorMessage(error)}. Pass another file with --ledger.`,
			);
		});
	if (!Array.isArray(entries))
		throw new VerificationError(
			`${file} is no ledger: it is no list of entries. Pass one such as contracts/assumptions.yaml with --ledger.`,
		);
	const known = entries.filter(isObject);
	return assumptions.map(({ id }) => {
		const entry = known.find((each) => each.id === id);
		const status = STATUSES.find((each) => each === entry?.status);
		return { id, status: status ?? "assumed" };
	});
}

export interface RecordOptions {
	/** The path of the ledger, in the format of `contracts/assumptions.yaml`. */
	readonly ledger: string;
	/** The version of the verified service. */
	readonly providerVersion?: string | undefined;
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
			verdict === "untested" ? [] : [[id, RECORDED[verdict]]],
		),
	);
	try {
		const decoder = new TextDecoder("utf-8", { fatal: true });
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
