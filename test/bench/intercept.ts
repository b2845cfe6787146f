import { setupServer } from "msw/node";
import { setupMock } from "zaps-understudy/node";
import {
	type Comparison,
	compareWithFirst,
	formatComparisons,
	measureRounds,
	type Named,
} from "./comparison.ts";
import { createPlainHandlers } from "./intercept/plain-handlers.ts";
import {
	type BenchRequest,
	benchRequests,
	fetchBenchRequest,
} from "./load/bench-requests.ts";
import type { Benchmark } from "./report.ts";
import type { Summary } from "./statistics.ts";

const BASE_URL = "http://zaps.test";
const ROUNDS = 30;
const QUICK_ROUNDS = 10;
const WARM_UP_CALLS = 50;
const CALLS = 300;

/** Intercepts the requests of this process until its disposal. Only one interceptor can be active. */
interface Interceptor extends Named {
	listen(): AsyncDisposable;
}

const INTERCEPTORS: readonly Interceptor[] = [
	{
		name: "plain MSW, seven handlers",
		listen() {
			const server = setupServer(...createPlainHandlers(BASE_URL));
			server.listen({ onUnhandledRequest: "error" });
			return { [Symbol.asyncDispose]: async () => server.close() };
		},
	},
	{
		name: "setupMock",
		listen: () => setupMock({ baseUrl: BASE_URL }).listen(),
	},
];

async function send(request: BenchRequest): Promise<void> {
	const response = await fetchBenchRequest(BASE_URL, request);
	await response.json();
	if (!response.ok)
		throw new Error(
			`Cannot measure ${request.operation}: the response status is ${response.status}.`,
		);
}

async function measureMicroseconds(
	interceptor: Interceptor,
	request: BenchRequest,
): Promise<number> {
	await using _listening = interceptor.listen();
	for (let call = 0; call < WARM_UP_CALLS; call += 1) await send(request);
	const startedAt = performance.now();
	for (let call = 0; call < CALLS; call += 1) await send(request);
	return ((performance.now() - startedAt) * 1000) / CALLS;
}

/** Measures one request in a test, against an MSW server with hand-written handlers. */
export const intercept: Benchmark = {
	async run(signal, { quick }) {
		const rounds = quick ? QUICK_ROUNDS : ROUNDS;
		const findings: Comparison[] = [];
		const measured: Record<string, Summary> = {};
		for (const request of benchRequests) {
			const compared = compareWithFirst(
				await measureRounds(INTERCEPTORS, rounds, 1, signal, (each) =>
					measureMicroseconds(each, request),
				),
			);
			for (const finding of compared) {
				const name = `${request.operation}  ${finding.name}`;
				findings.push({ ...finding, name });
				// The last one is the mock.
				measured[`intercept ${request.operation}`] = finding.ratio;
			}
		}
		return {
			lines: [
				`Sequential fetch calls; ${rounds} rounds of ${CALLS} calls after one warm-up round.`,
				"",
				...formatComparisons(findings, 0, "µs"),
			],
			data: { quick, rounds, calls: CALLS, findings, measured },
		};
	},
};
