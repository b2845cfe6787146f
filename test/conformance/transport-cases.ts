import { describe } from "vitest";
import { capabilities, type TransportName } from "./capabilities.ts";
import { addFaultCases } from "./transport-fault-cases.ts";
import { addRequestCases } from "./transport-request-cases.ts";
import { addSessionCases } from "./transport-session-cases.ts";
import type { OpenTransport } from "./transports.ts";

/** Adds the cases that every transport must pass. */
export function addTransportCases(
	name: TransportName,
	open: OpenTransport,
): void {
	describe(name, () => {
		addRequestCases(name, open);
		addSessionCases(name, open);
		if (capabilities[name].control) addFaultCases(name, open);
	});
}
