import {
	type Document,
	isMap,
	isScalar,
	isSeq,
	parseDocument,
	Scalar,
	stringify,
	type YAMLMap,
	type YAMLSeq,
} from "yaml";
import type { AssumptionStatus } from "../../document/model.ts";
import {
	compareDigest,
	type Digests,
	formatDigest,
} from "./digest-assumptions.ts";
import { isSameSentence, type Statement } from "./read-ledger.ts";

const createHead = (isOfDocument: boolean): string =>
	`# The ledger: whether the real service meets the assumptions that the mock makes.
#
# id        the assumption
# assumes   the sentence that the status is about${isOfDocument ? ", which you may edit" : "; if an upgrade changes it, the status is assumed again"}
# status    assumed, confirmed (a real service was seen to meet it) or refuted (seen not to meet it)
# evidence  what was verified, when, and in which version
${isOfDocument ? DIGEST : ""}`;

const DIGEST = `# digest    of the elements of the document that depend on it, and of its sentence; if these elements change, the
#           status is assumed again, until you edit the sentence and verify with --record
`;

/**
 * Returns the text of a new ledger.
 * @param digests the digests of a document's elements; undefined for the package
 */
export const formatLedger = (
	assumptions: readonly (AssumptionStatus & Statement)[],
	digests?: Digests,
): string =>
	[
		createHead(digests !== undefined),
		...assumptions.map(({ id, assumes, status, evidence }) => {
			const elements = digests?.get(id);
			const digest = elements && formatDigest(elements, assumes);
			const entry = {
				...{ id, assumes, status },
				...(evidence && { evidence }),
				...(digest && { digest }),
			};
			return stringify([entry], { lineWidth: LINE_WIDTH });
		}),
	].join("\n");

export type RecordedStatus = "confirmed" | "refuted";

/** An assumption whose recorded status changed. */
export interface LedgerChange {
	readonly id: string;
	readonly from: string;
	readonly to: RecordedStatus;
}

/** The width at which `contracts/assumptions.yaml` is folded. */
const LINE_WIDTH = 112;

/** A parsed ledger whose entries can be edited. */
interface OpenLedger {
	readonly document: Document.Parsed;
	readonly list: YAMLSeq;
	readonly entries: readonly YAMLMap[];
	/** Returns the edited text, with the line breaks of the original one. */
	format(): string;
}

/**
 * Parses a ledger to edit its entries.
 * @throws Error if the text is not a ledger
 */
export function openLedger(text: string): OpenLedger {
	const document = parseDocument(text);
	const [error] = document.errors;
	if (error) throw new Error(error.message.split("\n")[0]?.replace(/:$/, ""));
	const list = document.contents;
	if (!isSeq(list)) throw new Error("it is no list of assumptions");
	const entries = list.items.map((entry) => {
		if (!isMap(entry)) throw new Error("an entry is no object");
		return entry;
	});
	const format = (): string => {
		const edited = document.toString({ lineWidth: LINE_WIDTH });
		return text.includes("\r\n") ? edited.replaceAll("\n", "\r\n") : edited;
	};
	return { document, list, entries, format };
}

/** Returns the node of a value. If the value changes, the node keeps its comment and quotes. */
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

/** Sets the evidence of an entry. */
export function setEvidence(entry: YAMLMap, evidence: string): void {
	const node = setText(entry, "evidence", evidence);
	node.type = Scalar.QUOTE_DOUBLE;
	// The following empty lines belong to an empty value.
	node.spaceBefore = false;
}

export interface LedgerEdit {
	readonly text: string;
	readonly changes: readonly LedgerChange[];
	/** The unchanged entries: their elements have changed, but not their sentence. */
	readonly stale: readonly string[];
	/** Whether more than the layout has changed. */
	readonly isChanged: boolean;
}

/** The verified sentences and elements that a ledger is compared with. */
export interface Verified {
	/** The verified sentences, by id. */
	readonly sentences?: ReadonlyMap<string, string>;
	/** The digests of the verified elements; undefined for the package. */
	readonly digests?: Digests | undefined;
}

/**
 * Returns the part of an entry that is valid for the verified elements; undefined if the elements have changed, and
 * the sentence has not.
 * @param elements the digest of the elements
 */
function readRecorded(entry: YAMLMap, elements: string | undefined) {
	const sentence = String(entry.get("assumes"));
	const status = String(entry.get("status"));
	const kept = entry.get("digest");
	if (elements === undefined) return { status };
	const digest = formatDigest(elements, sentence);
	const { isChanged, isEdited } = compareDigest(kept, elements, sentence);
	if (!isChanged) return { status, digest };
	return isEdited ? { status: "assumed", digest } : undefined;
}

/**
 * Sets `status`, `evidence` and `digest` of the entries whose status changes. Keeps comments, order and quotes, but
 * folds long values and indents like `contracts/assumptions.yaml`.
 *
 * The ledger of the package (with `because`) and the ledger of a document contain the original sentences. In any
 * other ledger, entries with a changed status get the current sentences, and missing entries are added.
 * @throws Error if the text is not a ledger
 */
export function editLedger(
	text: string,
	statuses: ReadonlyMap<string, RecordedStatus>,
	evidence: string,
	{ sentences = new Map(), digests }: Verified = {},
): LedgerEdit {
	const { document, entries, format } = openLedger(text);
	const isSource = entries.some((entry) => entry.has("because"));
	const current = isSource && !digests ? new Map<string, string>() : sentences;
	const changes: LedgerChange[] = [];
	const stale: string[] = [];
	let isDigestChanged = false;
	const missing = new Map(statuses);
	for (const entry of entries) {
		const id = String(entry.get("id"));
		const to = statuses.get(id);
		missing.delete(id);
		if (to === undefined) continue;
		const sentence = digests ? undefined : current.get(id);
		const isOther =
			sentence !== undefined &&
			!isSameSentence(String(entry.get("assumes")), sentence);
		const recorded = readRecorded(entry, digests?.get(id));
		if (!recorded) {
			stale.push(id);
			continue;
		}
		const from = isOther ? "assumed" : recorded.status;
		const { digest } = recorded;
		if (digest !== undefined && digest !== String(entry.get("digest"))) {
			setText(entry, "digest", digest);
			isDigestChanged = true;
		}
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
		const elements = digests?.get(id);
		const digest = elements && formatDigest(elements, assumes);
		const fields = { id, assumes, status: to, ...(digest && { digest }) };
		const entry = document.createNode(fields);
		setEvidence(entry, evidence);
		entry.spaceBefore = true;
		document.add(entry);
		changes.push({ id, from: "assumed", to });
	}
	return {
		text: format(),
		...{ changes, stale },
		isChanged: isDigestChanged || changes.length > 0,
	};
}
