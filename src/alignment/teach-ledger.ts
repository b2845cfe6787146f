import {
	type Digests,
	formatDigest,
} from "../verification/ledger/digest-assumptions.ts";
import { openLedger, setEvidence } from "../verification/ledger/edit-ledger.ts";

/** What an alignment tells a ledger, as JSON. */
export interface Teaching {
	/** By assumption, the sentences that replace the one of the ledger. */
	readonly sentences: Readonly<Record<string, readonly string[]>>;
	/** The ids of the assumptions that the service was seen to meet. */
	readonly held: readonly string[];
	/** By assumption, the digest of its elements before all edits. */
	readonly digests: Readonly<Record<string, string>>;
	/** What was observed, and when. */
	readonly evidence: string;
}

/**
 * Returns the text of a ledger with what was learnt about the assumptions that were replaced, or whose elements have
 * changed. Entries of assumptions that no element has any more are left out. Comments, order and quotes stay; long
 * values are folded.
 * @throws Error if the text is not a ledger
 * @param digests of the elements of the document after its edits
 */
export function teachLedger(
	text: string,
	{ sentences, held, digests: before, evidence }: Teaching,
	digests: Digests,
): string {
	const { list, entries, format } = openLedger(text);
	for (const entry of entries) {
		const id = String(entry.get("id"));
		const elements = digests.get(id);
		const { [id]: learnt = [] } = sentences;
		if (learnt.length === 0 && before[id] === elements) continue;
		if (elements === undefined) {
			list.items.splice(list.items.indexOf(entry), 1);
			continue;
		}
		const assumes = learnt.join(" ") || String(entry.get("assumes"));
		if (learnt.length > 0) entry.set("assumes", assumes);
		const isConfirmed = held.includes(id);
		entry.set("status", isConfirmed ? "confirmed" : "assumed");
		if (isConfirmed) setEvidence(entry, evidence);
		else entry.delete("evidence");
		entry.set("digest", formatDigest(elements, assumes));
	}
	return format();
}
