import { type SetupServer, setupServer } from "msw/node";
import { setupMock } from "zaps-understudy/node";
import { createPlainHandlers } from "./intercept/plain-handlers.ts";
import {
	type BenchRequest,
	benchRequests,
	createHeaders,
} from "./load/bench-requests.ts";
import { type Benchmark, formatTable } from "./report.ts";
import {
	computeRatios,
	type Summary,
	shuffle,
	summarize,
} from "./statistics.ts";

const BASE_URL = "http://zaps.test";
const ROUNDS = 30;
const QUICK_ROUNDS = 10;
const WARM_UP_CALLS = 50;
const CALLS = 300;

/** Intercepts the requests of this process until its disposal. Only one interceptor can be active. */
interface Interceptor {
	readonly name: string;
	listen(): AsyncDisposable;
}

const PLAIN: Interceptor = {
	name: "plain MSW, seven handlers",
	listen() {
		const server: SetupServer = setupServer(...createPlainHandlers(BASE_URL));
		server.listen({ onUnhandledRequest: "error" });
		return { [Symbol.asyncDispose]: async () => server.close() };
	},
};

const MOCK: Interceptor = {
	name: "setupMock",
	listen: () => setupMock({ baseUrl: BASE_URL }).listen(),
};

const INTERCEPTORS = [PLAIN, MOCK];

export interface InterceptFinding {
	readonly operation: string;
	readonly interceptor: string;
	readonly microseconds: Summary;
	/** The time relative to plain MSW, per round. */
	readonly ratio: Summary;
}

async function send(request: BenchRequest): Promise<void> {
	const { method, path, body } = request;
	const response = await fetch(`${BASE_URL}${path}`, {
		method,
		headers: createHeaders(request),
		...(body !== undefined && { body }),
	});
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

async function compare(
	request: BenchRequest,
	rounds: number,
	signal: AbortSignal,
): Promise<InterceptFinding[]> {
	const times = new Map(
		INTERCEPTORS.map(({ name }): [string, number[]] => [name, []]),
	);
	for (let round = -1; round < rounds; round += 1)
		for (const interceptor of shuffle(INTERCEPTORS)) {
			signal.throwIfAborted();
			const each = await measureMicroseconds(interceptor, request);
			if (round >= 0) times.get(interceptor.name)?.push(each);
		}
	const baseline = times.get(PLAIN.name) ?? [];
	return [...times].map(([interceptor, samples]) => ({
		operation: request.operation,
		interceptor,
		microseconds: summarize(samples),
		ratio: summarize(computeRatios(samples, baseline)),
	}));
}

/** Measures one request in a test, against an MSW server with hand-written handlers. */
export const intercept: Benchmark = {
	async run(signal, { quick }) {
		const rounds = quick ? QUICK_ROUNDS : ROUNDS;
		const findings: InterceptFinding[] = [];
		for (const request of benchRequests)
			findings.push(...(await compare(request, rounds, signal)));
		const rows = findings.map(
			({ operation, interceptor, microseconds, ratio }) => [
				`${operation}  ${interceptor}`,
				`${microseconds.median.toFixed(0)} µs`,
				`${microseconds.q1.toFixed(0)} to ${microseconds.q3.toFixed(0)}`,
				ratio.median.toFixed(2),
				`${ratio.q1.toFixed(2)} to ${ratio.q3.toFixed(2)}`,
			],
		);
		return {
			lines: [
				`Sequential fetch calls; ${rounds} rounds of ${CALLS} calls after one warm-up round.`,
				"",
				...formatTable([
					["", "median", "quartiles", "ratio", "quartiles"],
					...rows,
				]),
			],
			data: {
				quick,
				rounds,
				calls: CALLS,
				findings,
				measured: Object.fromEntries(
					findings
						.filter(({ interceptor }) => interceptor === MOCK.name)
						.map(({ operation, ratio }) => [`intercept ${operation}`, ratio]),
				),
			},
		};
	},
};
