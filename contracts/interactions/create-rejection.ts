import type { Interaction } from "./interaction.ts";
import { problemHeaders, problemWithError } from "./matchers.ts";

/** Creates an interaction whose request is rejected as invalid, with a problem that names one place and no other. */
export const createRejection = (
	description: Interaction["description"],
	status: number,
	request: NonNullable<Interaction["request"]>,
	place: Parameters<typeof problemWithError>[1],
): Interaction => ({
	description,
	assumptions: ["errors.invalid", "errors.problem"],
	request,
	response: {
		status,
		headers: problemHeaders,
		json: problemWithError(status, place),
	},
	bypassesClient: true,
});
