import { describe } from "vitest";
import { capabilities, type TransportName } from "./capabilities.ts";
import { addCorsCases } from "./transport-cors-cases.ts";
import { addFaultCases } from "./transport-fault-cases.ts";
import { addJournalCases } from "./transport-journal-cases.ts";
import { addRequestCases } from "./transport-request-cases.ts";
import { addSessionCases } from "./transport-session-cases.ts";
import type { OpenTransport } from "./transports.ts";

/** Adds the cases that every transport must pass. */
export function addTransportCases(
	name: TransportName,
	open: OpenTransport,
): void {
	const { control, cors } = capabilities[name];
	describe(name, () => {
		addRequestCases(name, open);
		addSessionCases(name, open);
		if (control) addFaultCases(name, open);
		if (control) addJournalCases(name, open);
		if (cors) addCorsCases(open);
	});
}
