import { describe } from "vitest";
import { addConcurrencyCases } from "./store-concurrency-cases.ts";
import { createNotesOpener, type OpenStore } from "./store-notes.ts";
import { addPagingCases } from "./store-paging-cases.ts";
import { addRandomCases } from "./store-random-cases.ts";
import { addReplaceCases } from "./store-replace-cases.ts";
import { addResetCases } from "./store-reset-cases.ts";
import { addSessionCases } from "./store-session-cases.ts";
import { addSnapshotCases } from "./store-snapshot-cases.ts";

/** Adds the cases that every store driver must pass. */
export function addStoreCases(name: string, openStore: OpenStore): void {
	const open = createNotesOpener(openStore);
	describe(name, () => {
		addPagingCases(open);
		addSessionCases(open);
		addRandomCases(open);
		addReplaceCases(open);
		addSnapshotCases(open);
		addResetCases(open);
		addConcurrencyCases(open);
	});
}
