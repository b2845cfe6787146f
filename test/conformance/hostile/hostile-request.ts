import type { requestsOf } from "../../support/raw-request.ts";

/** A request in which each character stands for the byte with its code, and the summaries of its responses. */
export type HostileRequest = readonly [
	name: string,
	bytes: string,
	...responses: readonly string[],
];

/** Creates the requests to a mock that is mounted at `base`, by their responses. */
export type HostileRequests = (
	requests: ReturnType<typeof requestsOf>,
	base: string,
) => readonly (readonly [
	responses: readonly string[],
	requests: Readonly<Record<string, string>>,
])[];

/** Creates one request for each value, named after it. */
export const requestsByValue = (
	values: readonly string[],
	createRequest: (value: string) => string,
): Record<string, string> =>
	Object.fromEntries(
		values.map((value) => [
			JSON.stringify(value.slice(0, 60)),
			createRequest(value),
		]),
	);
