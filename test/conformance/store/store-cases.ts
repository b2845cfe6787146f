import { describe } from "vitest";
import { addConcurrencyCases } from "./concurrency-cases.ts";
import { addIdCases } from "./id-cases.ts";
import { addModelCases } from "./model-cases.ts";
import { addReadCases } from "./read-cases.ts";
import { createNotesOpener, type OpenStore } from "./store-notes.ts";

/** Adds the cases that every store driver must pass. */
export function addStoreCases(name: string, openStore: OpenStore): void {
	const open = createNotesOpener(openStore);
	describe(name, () => {
		addModelCases(open);
		addReadCases(open);
		addIdCases(open);
		addConcurrencyCases(open);
	});
}
