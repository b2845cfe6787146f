import { type Document, isMap, isSeq, parseDocument, Scalar } from "yaml";
import {
	type Digests,
	formatDigest,
} from "../verification/ledger/digest-assumptions.ts";
import { LINE_WIDTH } from "../verification/ledger/edit-ledger.ts";

/** The new information about an assumption. */
export interface Taught {
	/** The new sentences for the ledger, if the current one is no longer right. */
	readonly sentences: readonly string[];
	/** Whether the service was seen to behave this way. */
	readonly isConfirmed: boolean;
}

/**
 * Returns the text of a ledger with the learnt information. Removes entries of assumptions without elements. Keeps
 * comments, order and quotes; folds long values.
 * @param digests the digests of the document's elements after the edits
 * @param evidence a text that says what was verified, and when
 */
export function teachLedger(
	text: string,
	taught: ReadonlyMap<string, Taught>,
	digests: Digests,
	evidence: string,
): string {
	const ledger: Document = parseDocument(text);
	const { contents } = ledger;
	if (!isSeq(contents)) return text;
	for (const entry of [...contents.items]) {
		if (!isMap(entry)) continue;
		const id = String(entry.get("id"));
		const lesson = taught.get(id);
		if (!lesson) continue;
		const elements = digests.get(id);
		if (elements === undefined) {
			contents.items.splice(contents.items.indexOf(entry), 1);
			continue;
		}
		const { sentences } = lesson;
		const assumes = sentences.join(" ") || String(entry.get("assumes"));
		if (sentences.length > 0) entry.set("assumes", assumes);
		entry.set("status", lesson.isConfirmed ? "confirmed" : "assumed");
		const quoted = new Scalar(evidence);
		quoted.type = Scalar.QUOTE_DOUBLE;
		if (lesson.isConfirmed) entry.set("evidence", quoted);
		else entry.delete("evidence");
		entry.set("digest", formatDigest(elements, assumes));
	}
	return ledger.toString({ lineWidth: LINE_WIDTH });
}
