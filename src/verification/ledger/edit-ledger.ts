import {
	isMap,
	isScalar,
	isSeq,
	parseDocument,
	Scalar,
	stringify,
	type YAMLMap,
} from "yaml";
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
	const changes: LedgerChange[] = [];
	const missing = new Map(statuses);
	for (const entry of items) {
		if (!isMap(entry)) throw new Error("an entry is no object");
		const id = String(entry.get("id"));
		const to = statuses.get(id);
		missing.delete(id);
		if (to === undefined) continue;
		const sentence = isSource ? undefined : sentences.get(id);
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
		const assumes = isSource ? undefined : sentences.get(id);
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
