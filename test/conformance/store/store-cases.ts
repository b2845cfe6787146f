import { describe } from "vitest";
import { addConcurrencyCases } from "./concurrency-cases.ts";
import { addIdCases } from "./id-cases.ts";
import { addModelCases } from "./model-cases.ts";
import { addReadCases } from "./read-cases.ts";
import {
	createNotesOpener,
	type OpenStore,
	type StoreCapabilities,
} from "./store-notes.ts";

/** Adds the cases that every store driver must pass. */
export function addStoreCases(
	name: string,
	openStore: OpenStore,
	capabilities: StoreCapabilities = {},
): void {
	const open = createNotesOpener(openStore);
	describe(name, () => {
		addModelCases(open, capabilities);
		addReadCases(open, capabilities);
		addIdCases(open);
		addConcurrencyCases(open);
	});
}
