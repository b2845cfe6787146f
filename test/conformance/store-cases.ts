import { describe } from "vitest";
import { addChanceCases } from "./store-chance-cases.ts";
import { notesOf, type OpenStore } from "./store-notes.ts";
import { addPagingCases } from "./store-page-cases.ts";
import { addRaceCases } from "./store-race-cases.ts";
import { addReplaceCases } from "./store-replace-cases.ts";
import { addResetCases } from "./store-reset-cases.ts";
import { addSessionCases } from "./store-session-cases.ts";
import { addSnapshotCases } from "./store-snapshot-cases.ts";

/** The cases that every driver has to pass. */
export function addStoreCases(name: string, openStore: OpenStore): void {
	const open = notesOf(openStore);
	describe(name, () => {
		addPagingCases(open);
		addSessionCases(open);
		addChanceCases(open);
		addReplaceCases(open);
		addSnapshotCases(open);
		addResetCases(open);
		addRaceCases(open);
	});
}
