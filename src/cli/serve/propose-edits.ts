import { join } from "node:path";
import { align } from "../../alignment/align.ts";
import type { ProposedEdits } from "../../control/control.ts";
import type { JournalEntry } from "../../journal/entry.ts";
import { packageRoot } from "../../service/package-info.ts";
import { documentPath } from "../../service/shipped-service.ts";
import { recallService } from "../align/ask-service.ts";
import { recallJournal } from "../align/read-traffic.ts";
import { formatAlignment } from "../align/run-alignment.ts";
import { readSource } from "../align/write-alignment.ts";

/** What edits are proposed from. */
export interface EditsInput {
	/** The path of the document; undefined for the document of the package. */
	readonly file: string | undefined;
	/** The operation whose edits to propose; undefined for those of all operations. */
	readonly operation: string | undefined;
	/** The exchanges of the journal. */
	readonly entries: readonly JournalEntry[];
}

/**
 * Proposes edits of the document by which it describes forwarded responses. Writes nothing.
 * @throws InvalidDocumentError if the file of the document has become invalid since the mock has read it
 */
export async function proposeEdits(input: EditsInput): Promise<ProposedEdits> {
	const { file, operation, entries } = input;
	const start = await readSource(file ?? join(packageRoot, documentPath));
	const traffic = recallJournal(entries, start.document);
	const only = operation === undefined ? undefined : [operation];
	const service = recallService(traffic, start.document, only, "");
	const alignment = await align(start, service, { write: async () => start });
	return {
		...formatAlignment(alignment, start),
		isShipped: file === undefined,
	};
}
