import {
	type BenchRequest,
	benchRequests,
	createHeaders,
} from "./bench-requests.ts";

/** The allowed difference in body length, because every server generates its own names and numbers. */
const TOLERANCE = 0.05;

interface ResponseSummary {
	readonly status: number;
	readonly mediaType: string | undefined;
	readonly assumptions: string | null;
	readonly length: number;
}

async function fetchSummary(
	url: string,
	request: BenchRequest,
): Promise<ResponseSummary> {
	const { method, path, body } = request;
	const response = await fetch(`${url}${path}`, {
		method,
		headers: createHeaders(request),
		...(body !== undefined && { body }),
	});
	return {
		status: response.status,
		mediaType: response.headers.get("content-type")?.split(";", 1)[0],
		assumptions: response.headers.get("mock-assumptions"),
		length: (await response.text()).length,
	};
}

const areSimilar = (one: ResponseSummary, other: ResponseSummary): boolean =>
	one.status === other.status &&
	one.mediaType === other.mediaType &&
	one.assumptions === other.assumptions &&
	Math.abs(one.length - other.length) <= one.length * TOLERANCE;

/** @throws Error if the responses differ from the reference, because a server that does less work is not comparable */
export async function checkSameResponses(
	referenceUrl: string,
	otherUrl: string,
	name: string,
): Promise<void> {
	for (const request of benchRequests) {
		const expected = await fetchSummary(referenceUrl, request);
		const actual = await fetchSummary(otherUrl, request);
		if (!areSimilar(expected, actual))
			throw new Error(
				`Cannot compare with ${name}: it responds to ${request.operation} with ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}.`,
			);
	}
}

/** Fetches the page of zaps that peers use as a fixed response. */
export const fetchZapsPage = async (url: string): Promise<string> =>
	(await fetch(`${url}/v1/zaps`)).text();
