import {
	isMap,
	isScalar,
	isSeq,
	parseDocument,
	Scalar,
	type YAMLMap,
} from "yaml";

export type RecordedStatus = "confirmed" | "refuted";

/** An assumption whose recorded status changed. */
export interface LedgerChange {
	readonly id: string;
	readonly from: string;
	readonly to: RecordedStatus;
}

/** The width at which `contracts/assumptions.yaml` is folded. */
const LINE_WIDTH = 112;

/** Returns the node of a value, which keeps its comment and its quotes when the value changes. */
function findScalar(entry: YAMLMap, name: string): Scalar {
	const node = entry.get(name, true);
	if (!isScalar(node) || node.anchor !== undefined)
		throw new Error(`the ${name} of ${entry.get("id")} is no plain value`);
	return node;
}

function setEvidence(entry: YAMLMap, evidence: string): void {
	if (!entry.has("evidence")) entry.set("evidence", new Scalar(""));
	const node = findScalar(entry, "evidence");
	node.value = evidence;
	node.type = Scalar.QUOTE_DOUBLE;
	// An empty value takes the empty lines after it with it.
	node.spaceBefore = false;
}

/**
 * Sets `status` and `evidence` of the entries whose status changes. Keeps comments, order and quotes, but folds long
 * values and indents like `contracts/assumptions.yaml`.
 * @throws Error if the text is no ledger
 */
export function editLedger(
	text: string,
	statuses: ReadonlyMap<string, RecordedStatus>,
	evidence: string,
): { text: string; changes: LedgerChange[] } {
	const document = parseDocument(text);
	const [error] = document.errors;
	if (error) throw new Error(error.message.split("\n")[0]?.replace(/:$/, ""));
	if (!isSeq(document.contents))
		throw new Error("it is no list of assumptions");
	const changes: LedgerChange[] = [];
	let isVerified = statuses.size === 0;
	for (const entry of document.contents.items) {
		if (!isMap(entry)) throw new Error("an entry is no object");
		const id = String(entry.get("id"));
		const from = String(entry.get("status"));
		const to = statuses.get(id);
		isVerified ||= to !== undefined;
		if (to === undefined || to === from) continue;
		changes.push({ id, from, to });
		findScalar(entry, "status").value = to;
		setEvidence(entry, evidence);
	}
	if (!isVerified) throw new Error("it has none of the verified assumptions");
	const edited = document.toString({ lineWidth: LINE_WIDTH });
	return {
		text: text.includes("\r\n") ? edited.replaceAll("\n", "\r\n") : edited,
		changes,
	};
}
