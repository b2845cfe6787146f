import type { OutgoingRequest, ProviderResponse } from "../../contract.ts";
import { withoutAllowed } from "./complaint-parts.ts";
import { mayBeComplaintOf, readTrial, type Trial } from "./read-trial.ts";

/** The response to a request, which it may repeat. */
export interface RejectedExchange {
	readonly request?: Pick<OutgoingRequest, "body">;
	readonly response: ProviderResponse;
}

/** Reads a rejection with the names and values that it takes from the request, but without the whole request. */
export const readExchange = ({ request, response }: RejectedExchange): Trial =>
	readTrial([], {}, response, {
		...(request?.body !== undefined && { sent: `${request.body}` }),
	});

/** Returns the status of a rejection, and its complaint about a name, or the first one. */
export function describeRejection(
	rejected: RejectedExchange,
	name?: string,
): string {
	const { response } = rejected;
	const { complaints } = readExchange(rejected);
	const complaint =
		complaints.find(
			(each) =>
				name !== undefined &&
				(each.text.includes(name) || mayBeComplaintOf(each, name)),
		) ?? complaints[0];
	const said = complaint ? ` (${withoutAllowed(complaint.text)})` : "";
	return `${response.status}${said}`;
}

/** Says that a service rejects a name that it does not know. */
export const describeUnknown = (
	rejected: RejectedExchange,
	name: string,
): Record<"expected" | "actual", string> => ({
	expected: "takes unknown names",
	actual: `rejects unknown names with ${describeRejection(rejected, name).replaceAll(name, "…")}`,
});
