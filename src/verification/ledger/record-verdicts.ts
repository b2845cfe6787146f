import { readFile } from "node:fs/promises";
import { errorMessage } from "../../values/errors.ts";
import { decideExitCode, summarize } from "../binding.ts";
import { VerificationError } from "../errors.ts";
import { replaceFile } from "../replace-file.ts";
import type { Verification } from "../report.ts";
import type { Digests } from "./digest-assumptions.ts";
import {
	editLedger,
	type LedgerChange,
	openLedger,
	setEvidence,
} from "./edit-ledger.ts";
import type { Statement } from "./read-ledger.ts";

/** How many responses that depend on an assumption were compared, and how many of them agree. */
interface CountedAgreement {
	readonly steps: number;
	readonly agreed: number;
}

const PREFIX = "compared with ";

/** What a comparison has added, alone or after the evidence of a verification. */
const EARLIER = new RegExp(`(^|; )${PREFIX}.*$`, "s");

/**
 * Adds to the `evidence` of each compared assumption how many responses agree, instead of the result of an earlier
 * comparison. The statuses stay as they are: a response depends on several assumptions, and only a check of `verify`
 * shows which of them holds.
 * @param compared the service, the day and the version
 * @param byAssumption the compared responses by the ids of the assumptions that they depend on
 * @returns the ids of the changed entries
 * @throws VerificationError if the ledger cannot be read or written
 */
export async function writeFidelity(
	ledger: string,
	compared: string,
	byAssumption: Readonly<Record<string, CountedAgreement>>,
): Promise<readonly string[]> {
	try {
		const decoder = new TextDecoder("utf-8", { fatal: true });
		const { entries, format } = openLedger(
			decoder.decode(await readFile(ledger)),
		);
		const known = entries.filter((entry) => byAssumption[`${entry.get("id")}`]);
		if (known.length === 0)
			throw new Error("it has none of the compared assumptions");
		const ids = known.map((entry) => {
			const id = String(entry.get("id"));
			const { steps, agreed } = byAssumption[id] ?? { steps: 0, agreed: 0 };
			const others = `${entry.get("evidence") ?? ""}`.replace(EARLIER, "");
			setEvidence(
				entry,
				`${others === "" ? "" : `${others}; `}${PREFIX}${compared}: ${agreed} of ${steps} responses agree`,
			);
			return id;
		});
		await replaceFile(ledger, format());
		return ids;
	} catch (error) {
		throw new VerificationError(
			`Cannot record the comparison in ${ledger}: ${errorMessage(error)}. Pass another ledger with --ledger.`,
		);
	}
}

/**
 * Returns the verification as if the ledger already contained its refutations. The refuted assumptions are no longer
 * confirmed.
 */
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
	return decideExitCode({
		...verification,
		confirmed,
		refuted,
		report: {
			...report,
			interactions,
			summary: summarize({ ...report, interactions }, confirmed),
		},
	});
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

/**
 * Says what was verified, and when.
 * @param subject the host of a service, or the name of a file
 * @param at a time in RFC 3339
 */
export function formatEvidence(
	subject: string,
	at: string,
	providerVersion = "",
): string {
	const version = providerVersion.replaceAll(/[\s\p{C}]+/gu, " ").trim();
	return `${subject}, ${at.slice(0, 10)}, ${version ? `version ${version}` : "version not given"}`;
}

/** Says which service was verified, and when. */
export const formatVerified = (
	{ report: { provider, startedAt } }: Verification,
	providerVersion?: string,
): string => formatEvidence(new URL(provider).host, startedAt, providerVersion);

/**
 * Records the verdicts in the ledger: updates `status` and `evidence` of each assumption whose status changes.
 * @param known the assumptions of the package or of the document, with the verified sentences
 * @param digests the digests of the document's elements; undefined for the package
 * @throws VerificationError if the verdicts must not be recorded, or if the ledger cannot be read or written
 */
export async function recordVerdicts(
	verification: Verification,
	{ ledger, providerVersion, allowMock = false }: RecordOptions,
	known: readonly Statement[],
	digests?: Digests,
): Promise<readonly LedgerChange[]> {
	const { notRecordable, report, isMock } = verification;
	if (notRecordable !== undefined)
		throw new VerificationError(
			// A reason that consists of whole sentences ends with its own remedy.
			`Nothing was recorded: ${notRecordable}${notRecordable.endsWith(".") ? "" : ". Fix that and verify again."}`,
		);
	if (isMock && !allowMock)
		throw new VerificationError(
			"Nothing was recorded: the header Mock-Assumptions shows that this service is a mock. Verify the real service, or pass --allow-mock.",
		);
	const evidence = formatVerified(verification, providerVersion);
	const statuses = new Map(
		report.assumptions.flatMap(({ id, verdict }) =>
			verdict === "untested" ? [] : [[id, RECORDED[verdict]]],
		),
	);
	const sentences = new Map(known.map(({ id, assumes }) => [id, assumes]));
	let stale: readonly string[] = [];
	try {
		const decoder = new TextDecoder("utf-8", { fatal: true });
		const text = decoder.decode(await readFile(ledger));
		const edited = editLedger(text, statuses, evidence, { sentences, digests });
		if (edited.isChanged) await replaceFile(ledger, edited.text);
		stale = edited.stale;
		if (stale.length === 0) return edited.changes;
	} catch (error) {
		throw new VerificationError(
			`Cannot record the verdicts in ${ledger}: ${errorMessage(error)}. Pass another ledger with --ledger.`,
		);
	}
	throw new VerificationError(
		`Not recorded in ${ledger}: ${stale.join(", ")}. The elements of the document that depend on it have changed. Edit its sentence, so that it says what is assumed now, and record again. All others were recorded.`,
	);
}
