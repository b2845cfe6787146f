import { type SetupServer, setupServer } from "msw/node";
import { setupMock } from "zaps-understudy/node";
import { createPlainHandlers } from "./intercept/plain-handlers.ts";
import { type Ask, asks, headersOf } from "./load/bench-requests.ts";
import { type Bench, table } from "./report.ts";
import { ratios, type Summary, shuffled, summarise } from "./statistics.ts";

const BASE_URL = "http://zaps.test";
const ROUNDS = 30;
const QUICK_ROUNDS = 10;
const WARM_UP_CALLS = 50;
const CALLS = 300;

/** Something that intercepts the requests of this process until it is disposed of; only one at a time does. */
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
	/** Of what plain MSW takes, round by round. */
	readonly ratio: Summary;
}

async function send(ask: Ask): Promise<void> {
	const { method, path, body } = ask;
	const response = await fetch(`${BASE_URL}${path}`, {
		method,
		headers: headersOf(ask),
		...(body !== undefined && { body }),
	});
	await response.json();
	if (!response.ok)
		throw new Error(
			`Cannot measure ${ask.operation}: it was answered ${response.status}.`,
		);
}

async function microsecondsEach(
	interceptor: Interceptor,
	ask: Ask,
): Promise<number> {
	await using _listening = interceptor.listen();
	for (let call = 0; call < WARM_UP_CALLS; call += 1) await send(ask);
	const begun = performance.now();
	for (let call = 0; call < CALLS; call += 1) await send(ask);
	return ((performance.now() - begun) * 1000) / CALLS;
}

async function compare(
	ask: Ask,
	rounds: number,
	signal: AbortSignal,
): Promise<InterceptFinding[]> {
	const times = new Map(
		INTERCEPTORS.map(({ name }): [string, number[]] => [name, []]),
	);
	for (let round = -1; round < rounds; round += 1)
		for (const interceptor of shuffled(INTERCEPTORS)) {
			signal.throwIfAborted();
			const each = await microsecondsEach(interceptor, ask);
			if (round >= 0) times.get(interceptor.name)?.push(each);
		}
	const baseline = times.get(PLAIN.name) ?? [];
	return [...times].map(([interceptor, samples]) => ({
		operation: ask.operation,
		interceptor,
		microseconds: summarise(samples),
		ratio: summarise(ratios(samples, baseline)),
	}));
}

/** What one request costs inside a test, against MSW's own server with handlers written by hand. */
export const intercept: Bench = {
	async run(signal, { quick }) {
		const rounds = quick ? QUICK_ROUNDS : ROUNDS;
		const findings: InterceptFinding[] = [];
		for (const ask of asks)
			findings.push(...(await compare(ask, rounds, signal)));
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
				`One fetch at a time; ${rounds} rounds of ${CALLS} after one to warm up.`,
				"",
				...table([["", "median", "quartiles", "ratio", "quartiles"], ...rows]),
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
