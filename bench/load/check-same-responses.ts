import type { LaunchedServer } from "../launch.ts";
import { MOCK, runners } from "../runners.ts";
import { type BenchRequest, benchRequests } from "./bench-requests.ts";

/** The allowed difference in body length, because every server generates its own names and numbers. */
const TOLERANCE = 0.05;

async function fetchSummary(url: string, request: BenchRequest) {
	const response = await fetch(url + request.path, request);
	const { status, headers } = response;
	const [mediaType] = (headers.get("content-type") ?? "").split(";", 1);
	const assumptions = headers.get("mock-assumptions");
	const { length } = await response.text();
	return { length, head: `${status} ${mediaType} with ${assumptions}` };
}

/** @throws Error if a server in this repository does not respond like the mock: one that does less work is not comparable */
export async function checkSameResponses(
	servers: ReadonlyMap<string, LaunchedServer>,
): Promise<void> {
	const comparable = [...servers].filter(([name]) => name in runners);
	for (const request of benchRequests) {
		const mock = servers.get(MOCK)?.url ?? "";
		const expected = await fetchSummary(mock, request);
		for (const [name, { url }] of comparable) {
			const actual = await fetchSummary(url, request);
			const difference = Math.abs(actual.length / expected.length - 1);
			if (actual.head !== expected.head || difference > TOLERANCE)
				throw new Error(
					`Cannot compare with ${name}: it responds to ${request.operation} with ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}.`,
				);
		}
	}
}
