import { join } from "node:path";
import { align } from "../../alignment/align.ts";
import { ControlError } from "../../control/control-error.ts";
import type { ProposedEdits } from "../../control/proposed-edits.ts";
import type { JournalEntry } from "../../journal/entry.ts";
import type { MockDocument } from "../../service/load-document.ts";
import { packageRoot } from "../../service/package-info.ts";
import { documentPath } from "../../service/shipped-service.ts";
import { errorMessage } from "../../values/errors.ts";
import { recallService } from "../align/ask-service.ts";
import { formatAlignment } from "../align/format-alignment.ts";
import { recallJournal } from "../align/read-traffic.ts";
import { readSource } from "../align/write-alignment.ts";

/**
 * Proposes edits of the document by which it describes forwarded responses. Writes nothing.
 * @param document the document of the mock; undefined for the document of the package
 * @param operation whose edits to propose; undefined for those of all operations
 * @param entries the exchanges of the journal
 * @throws ControlError if the file of the document is invalid now
 */
export async function proposeEdits(
	document: MockDocument | undefined,
	operation: string | undefined,
	entries: readonly JournalEntry[],
): Promise<ProposedEdits> {
	const file = document?.file ?? join(packageRoot, documentPath);
	// The file may have changed since the mock has read it.
	const start = await readSource(file).catch((error) => {
		throw new ControlError(409, errorMessage(error));
	});
	const traffic = recallJournal(entries, start.document);
	const only = operation === undefined ? undefined : [operation];
	const service = recallService(traffic, start.document, only, "");
	const alignment = await align(start, service, { write: async () => start });
	return {
		...formatAlignment(alignment, start),
		isShipped: document === undefined,
	};
}
