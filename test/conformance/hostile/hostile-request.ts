import type { requestsOf } from "../../support/raw-request.ts";

/** A request in which each character stands for the byte with its code, and the summaries of its responses. */
export type HostileRequest = readonly [
	name: string,
	bytes: string,
	...responses: readonly string[],
];

/** Creates the requests to a mock that is mounted at `base`. */
export type HostileRequests = (
	requests: ReturnType<typeof requestsOf>,
	base: string,
) => readonly HostileRequest[];

/** Lists requests, by name, that all get these responses. */
export const expecting = (
	responses: readonly string[],
	requests: Readonly<Record<string, string>>,
): HostileRequest[] =>
	Object.entries(requests).map(([name, bytes]) => [name, bytes, ...responses]);

/** Lists one request for each value, named after it. All get these responses. */
export const forEach = (
	responses: readonly string[],
	createRequest: (value: string) => string,
	values: readonly string[],
): HostileRequest[] =>
	values.map((value) => [
		JSON.stringify(value.slice(0, 60)),
		createRequest(value),
		...responses,
	]);
