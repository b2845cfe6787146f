import { isDeepStrictEqual } from "node:util";
import {
	type BenchRequest,
	benchRequests,
	fetchBenchRequest,
} from "./bench-requests.ts";

/** The allowed difference in body length, because every server generates its own names and numbers. */
const TOLERANCE = 0.05;

async function fetchSummary(url: string, request: BenchRequest) {
	const response = await fetchBenchRequest(url, request);
	const { status, headers } = response;
	return {
		status,
		mediaType: headers.get("content-type")?.split(";", 1)[0],
		assumptions: headers.get("mock-assumptions"),
		length: (await response.text()).length,
	};
}

/** @throws Error if the responses differ from the reference, because a server that does less work is not comparable */
export async function checkSameResponses(
	referenceUrl: string,
	otherUrl: string,
	name: string,
): Promise<void> {
	for (const request of benchRequests) {
		const expected = await fetchSummary(referenceUrl, request);
		const actual = await fetchSummary(otherUrl, request);
		const { length } = expected;
		const isSimilar = Math.abs(actual.length / length - 1) <= TOLERANCE;
		if (!isSimilar || !isDeepStrictEqual({ ...actual, length }, expected))
			throw new Error(
				`Cannot compare with ${name}: it responds to ${request.operation} with ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}.`,
			);
	}
}
