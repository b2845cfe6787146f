import { describe } from "vitest";
import { capabilities, type TransportName } from "./capabilities.ts";
import { addAccessCases } from "./transport-access-cases.ts";
import { addCorsCases } from "./transport-cors-cases.ts";
import { addFaultCases } from "./transport-fault-cases.ts";
import { addInputCases } from "./transport-input-cases.ts";
import { addJournalCases } from "./transport-journal-cases.ts";
import { addPreferenceCases } from "./transport-preference-cases.ts";
import { addSessionCases } from "./transport-session-cases.ts";
import { addStateCases } from "./transport-state-cases.ts";
import { transports } from "./transports.ts";

/** Adds the cases that every transport must pass. */
export function addTransportCases(name: TransportName): void {
	const open = transports[name];
	const { control, cors } = capabilities[name];
	describe(name, () => {
		addStateCases(open);
		addInputCases(name, open);
		addSessionCases(name, open);
		addPreferenceCases(open);
		addAccessCases(open);
		if (control) addFaultCases(name, open);
		if (control) addJournalCases(name, open);
		if (cors) addCorsCases(open);
	});
}
