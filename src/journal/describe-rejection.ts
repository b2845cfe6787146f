import { describeProblem } from "../values/validation.ts";

/**
 * Returns why a request was rejected: the reason that the journal has, or else the sentence or the invalid places of the
 * problem, such as `/steps is required`. Returns the empty string for other responses.
 */
export function describeRejection(
	status: number,
	reason: string | undefined,
	readBody: () => unknown,
): string {
	if (status < 400 || status >= 500) return "";
	return reason ?? describeProblem(readBody());
}
