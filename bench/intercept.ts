import { setupServer } from "msw/node";
import { setupMock } from "zaps-understudy/node";
import { compare } from "./comparison.ts";
import { type BenchRequest, benchRequests } from "./load/bench-requests.ts";
import { createPlainHandlers } from "./plain-handlers.ts";
import type { Benchmark } from "./report.ts";

const BASE_URL = "http://zaps.test";
const WARM_UP_CALLS = 50;
const CALLS = 300;

async function measureMicroseconds(request: BenchRequest): Promise<number> {
	let startedAt = 0;
	for (let call = -WARM_UP_CALLS; call < CALLS; call += 1) {
		if (call === 0) startedAt = performance.now();
		const response = await fetch(BASE_URL + request.path, request);
		await response.json();
		if (!response.ok)
			throw new Error(
				`Cannot measure ${request.operation}: the response status is ${response.status}.`,
			);
	}
	return ((performance.now() - startedAt) * 1000) / CALLS;
}

/** Measures one request in a test, against an MSW server with hand-written handlers. */
export const measure: Benchmark = ({ quick }) =>
	compare(
		`Sequential fetch calls, ${CALLS} per round`,
		{ rounds: quick ? 10 : 30, warmUps: 1, digits: 0, unit: "µs" },
		benchRequests.map((request) => ({
			title: request.operation,
			key: `intercept ${request.operation}`,
			// Only one interceptor can be active.
			subjects: {
				async "plain MSW, seven handlers"() {
					const server = setupServer(...createPlainHandlers(BASE_URL));
					server.listen({ onUnhandledRequest: "error" });
					const microseconds = await measureMicroseconds(request);
					server.close();
					return microseconds;
				},
				async setupMock() {
					await using _mock = setupMock({ baseUrl: BASE_URL }).listen();
					return await measureMicroseconds(request);
				},
			},
		})),
	);
