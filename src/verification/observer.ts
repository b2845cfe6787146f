import type { Check, Contract, Send } from "./contract.ts";
import {
	compareResponse,
	type Observation,
} from "./differences/compare-response.ts";
import { findTarget } from "./find-target.ts";

/** Sends the requests of checks, and keeps every exchange. */
export interface Observer {
	readonly observations: readonly Observation[];
	/** The actual name by the documented name, as far as the responses have shown. */
	readonly renamed: Map<string, string>;
	/** Returns a function that sends the request of a check. */
	sendFor(check: Pick<Check, "description" | "status">): Send;
	/** Returns a function that sets up a state for a check. It returns responses in the documented form. */
	arrangeFor(description: string): Send;
}

/**
 * Creates an observer of the provider.
 * @param isTranslating whether checks receive responses in the documented form, too
 * @param renamed the actual names that are already known
 */
export function createObserver(
	{ operations, documented }: Contract,
	send: Send,
	isTranslating = false,
	renamed: Map<string, string> = new Map(),
): Observer {
	const observations: Observation[] = [];
	const observe =
		(check: string, translates: boolean, expected?: number): Send =>
		async (request) => {
			const response = await send(request);
			const target = findTarget(request, operations);
			const status =
				expected ?? documented.expectStatus(target, request).status;
			const isArrangement = expected === undefined;
			const observation = {
				check,
				target,
				request,
				response,
				status,
				isArrangement,
			};
			observations.push(observation);
			if (!translates) return response;
			// The usual case, without the work of an alignment.
			if (
				response.status === status &&
				documented.findViolation(target, request, response) === undefined
			)
				return response;
			return compareResponse(documented, observation, renamed).response;
		};
	return {
		observations,
		renamed,
		sendFor: ({ description, status }) =>
			observe(description, isTranslating, status),
		arrangeFor: (description) => observe(description, true),
	};
}
