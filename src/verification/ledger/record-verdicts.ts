import { readFile, writeFile } from "node:fs/promises";
import {
	isMap,
	isScalar,
	isSeq,
	parseDocument,
	Scalar,
	stringify,
	type YAMLMap,
} from "yaml";
import { errorMessage } from "../../values/errors.ts";
import { decideExitCode, summarize } from "../binding.ts";
import { VerificationError } from "../errors.ts";
import type { Verification } from "../report.ts";
import {
	isSameSentence,
	type LedgerStatus,
	type Statement,
} from "./read-ledger.ts";

const HEAD = `# The ledger: whether the real service meets the assumptions that the mock makes.
#
# id        the assumption
# assumes   the sentence that the status is about; if an upgrade changes it, the status is assumed again
# status    assumed, confirmed (a real service was seen to meet it) or refuted (seen not to meet it)
# evidence  what was verified, when, and in which version
`;

/** Returns the text of a new ledger. */
export const formatLedger = (
	assumptions: readonly (Statement & LedgerStatus)[],
): string =>
	[
		HEAD,
		...assumptions.map(({ id, assumes, status, evidence }) =>
			stringify([{ id, assumes, status, ...(evidence && { evidence }) }], {
				lineWidth: LINE_WIDTH,
			}),
		),
	].join("\n");

export type RecordedStatus = "confirmed" | "refuted";

/** An assumption whose recorded status changed. */
export interface LedgerChange {
	readonly id: string;
	readonly from: string;
	readonly to: RecordedStatus;
}

/** The width at which `contracts/assumptions.yaml` is folded. */
export const LINE_WIDTH = 112;

/** Returns the node of a value, which keeps its comment and its quotes when the value changes. */
function findScalar(entry: YAMLMap, name: string): Scalar {
	const node = entry.get(name, true);
	if (!isScalar(node) || node.anchor !== undefined)
		throw new Error(`the ${name} of ${entry.get("id")} is no plain value`);
	return node;
}

function setText(entry: YAMLMap, name: string, text: string): Scalar {
	if (!entry.has(name)) entry.set(name, new Scalar(""));
	const node = findScalar(entry, name);
	node.value = text;
	return node;
}

function setEvidence(entry: YAMLMap, evidence: string): void {
	const node = setText(entry, "evidence", evidence);
	node.type = Scalar.QUOTE_DOUBLE;
	// An empty value takes the empty lines after it with it.
	node.spaceBefore = false;
}

/**
 * Sets `status` and `evidence` of the entries whose status changes. Keeps comments, order and quotes, but folds long
 * values and indents like `contracts/assumptions.yaml`.
 *
 * A ledger that says why (`because`) is the source of its sentences. Every other one gets the current sentences of the
 * entries whose status changes, and an entry for each assumption that it lacks.
 * @param sentences the sentences that were verified, by id
 * @throws Error if the text is no ledger
 */
export function editLedger(
	text: string,
	statuses: ReadonlyMap<string, RecordedStatus>,
	evidence: string,
	sentences: ReadonlyMap<string, string> = new Map(),
): { text: string; changes: LedgerChange[] } {
	const document = parseDocument(text);
	const [error] = document.errors;
	if (error) throw new Error(error.message.split("\n")[0]?.replace(/:$/, ""));
	if (!isSeq(document.contents))
		throw new Error("it is no list of assumptions");
	const { items } = document.contents;
	const isSource = items.some((entry) => isMap(entry) && entry.has("because"));
	const current = isSource ? new Map<string, string>() : sentences;
	const changes: LedgerChange[] = [];
	const missing = new Map(statuses);
	for (const entry of items) {
		if (!isMap(entry)) throw new Error("an entry is no object");
		const id = String(entry.get("id"));
		const to = statuses.get(id);
		missing.delete(id);
		if (to === undefined) continue;
		const sentence = current.get(id);
		const isOther =
			sentence !== undefined &&
			!isSameSentence(String(entry.get("assumes")), sentence);
		const from = isOther ? "assumed" : String(entry.get("status"));
		if (to === from) continue;
		changes.push({ id, from, to });
		if (isOther) setText(entry, "assumes", sentence);
		findScalar(entry, "status").value = to;
		setEvidence(entry, evidence);
	}
	if (statuses.size > 0 && missing.size === statuses.size)
		throw new Error("it has none of the verified assumptions");
	for (const [id, to] of missing) {
		const assumes = current.get(id);
		if (assumes === undefined) continue;
		const entry = document.createNode({ id, assumes, status: to });
		setEvidence(entry, evidence);
		entry.spaceBefore = true;
		document.add(entry);
		changes.push({ id, from: "assumed", to });
	}
	const edited = document.toString({ lineWidth: LINE_WIDTH });
	return {
		text: text.includes("\r\n") ? edited.replaceAll("\n", "\r\n") : edited,
		changes,
	};
}

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
