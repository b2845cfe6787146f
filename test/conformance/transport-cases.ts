import { describe } from "vitest";
import { capabilities, type TransportName } from "./capabilities.ts";
import { addCorsCases } from "./transport-cors-cases.ts";
import { addInputCases } from "./transport-input-cases.ts";
import { addStateCases } from "./transport-state-cases.ts";
import { transports } from "./transports.ts";

/** The cases that every way in has to pass. */
export function addTransportCases(name: TransportName): void {
	const open = transports[name];
	describe(name, () => {
		addStateCases(open);
		addInputCases(name, open);
		if (capabilities[name].cors) addCorsCases(open);
	});
}
