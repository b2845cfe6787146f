import { describe } from "vitest";
import { addChangeCases } from "./change-cases.ts";
import { addConcurrencyCases } from "./concurrency-cases.ts";
import { addPagingCases } from "./paging-cases.ts";
import { addRandomCases } from "./random-cases.ts";
import { addReplaceCases } from "./replace-cases.ts";
import { addResetCases } from "./reset-cases.ts";
import { addSessionCases } from "./session-cases.ts";
import { addSnapshotCases } from "./snapshot-cases.ts";
import { createNotesOpener, type OpenStore } from "./store-notes.ts";

/** Adds the cases that every store driver must pass. */
export function addStoreCases(name: string, openStore: OpenStore): void {
	const open = createNotesOpener(openStore);
	describe(name, () => {
		addPagingCases(open);
		addChangeCases(open);
		addSessionCases(open);
		addRandomCases(open);
		addReplaceCases(open);
		addSnapshotCases(open);
		addResetCases(open);
		addConcurrencyCases(open);
	});
}
