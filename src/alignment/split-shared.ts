import { readOperations } from "../document/node.ts";
import { applyEdit, type DocumentEdit, elementAt } from "./edit.ts";
import { findFormSplits } from "./learn-forms.ts";
import { findRequestSplits } from "./learn-unknown.ts";
import type { Round } from "./lesson.ts";
import { indexPlaces } from "./schema-places.ts";

/** References may have to become copies one inside the other. */
const MAX_SPLITS = 5;

/** Replaces references by copies where only some users of their target differ. */
export function splitShared(round: Round): {
	readonly round: Round;
	readonly edits: readonly DocumentEdit[];
} {
	let split = round;
	const edits: DocumentEdit[] = [];
	for (let count = 0; count < MAX_SPLITS; count++) {
		const splits = [...findFormSplits(split), ...findRequestSplits(split)];
		if (splits.length === 0) break;
		for (const pointer of splits) {
			const { root } = split.document;
			const { $ref, ...beside } = Object(elementAt(root, pointer));
			const target = elementAt(
				root,
				decodeURIComponent(String($ref).replace(/^#/, "")),
			);
			const edit = { pointer, value: { ...Object(target), ...beside } };
			edits.push(edit);
			const document = readOperations(applyEdit(root, edit));
			split = { ...split, document, places: indexPlaces(document) };
		}
	}
	return { round: split, edits };
}
