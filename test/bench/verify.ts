import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { verify } from "zaps-understudy/verify";
import { contract } from "../../contracts/contract.ts";
import { startPactVerifier } from "../../dist/src/verification/pact/start-pact-verifier.js";
import { createCall } from "../../src/verification/arrangement.ts";
import { createStateHandler } from "../../src/verification/pact/create-state-handler.ts";
import { readPactResults } from "../../src/verification/pact/read-pact-results.ts";
import { startStateServer } from "../../src/verification/pact/start-state-server.ts";
import { createSend } from "../../src/verification/send.ts";
import { startOrdinary } from "../provider/ordinary/server.ts";
import { type Benchmark, type BenchmarkReport, formatTable } from "./report.ts";
import { computeRatios, shuffle, summarize } from "./statistics.ts";

const WARM_UPS = 1;
const ROUNDS = 7;
const PACT = fileURLToPath(
	new URL(
		"../../contracts/pacts/understudy-zaps-service.json",
		import.meta.url,
	),
);
const TIMEOUT_MS = 10_000;

const descriptions: readonly string[] = JSON.parse(
	await readFile(PACT, "utf8"),
).interactions.map(({ description }: { description: string }) => description);

/** Runs Pact's verifier with the same provider states and without the proxy. */
async function runPactVerifier(
	provider: string,
	signal: AbortSignal,
): Promise<void> {
	const send = createSend({
		baseUrl: provider,
		headers: {},
		timeoutMs: TIMEOUT_MS,
		signal,
	});
	const call = createCall(contract.operations, send);
	const handler = await createStateHandler(
		undefined,
		contract.states,
		call,
		TIMEOUT_MS,
	);
	await using states = await startStateServer(handler, () => {});
	await using verifier = startPactVerifier();
	const json = await verifier.verify(
		{
			providerBaseUrl: provider,
			providerStatesSetupUrl: states.url,
			providerStatesSetupBody: true,
			providerStatesSetupTeardown: true,
			provider: "zaps-service",
			pactUrls: [PACT],
			timeout: TIMEOUT_MS,
			logLevel: "error",
		},
		signal,
	);
	const results = readPactResults(json, descriptions);
	const failed = [...results].filter(([, mismatches]) => mismatches.length > 0);
	if (failed.length > 0)
		throw new Error(
			`Cannot measure: the interaction "${failed[0]?.[0]}" failed.`,
		);
}

async function runUnderstudyVerify(provider: string): Promise<void> {
	const { exitCode } = await verify(provider, { strict: true });
	if (exitCode !== 0)
		throw new Error(
			`Cannot measure: the verification exited with ${exitCode}.`,
		);
}

const VERIFIER = "Pact's verifier alone";
const WHOLE = "understudy verify --strict";

async function measureVerifications(
	provider: string,
	signal: AbortSignal,
): Promise<Map<string, number[]>> {
	const runners = {
		[VERIFIER]: () => runPactVerifier(provider, signal),
		[WHOLE]: () => runUnderstudyVerify(provider),
	};
	const times = new Map<string, number[]>(
		Object.keys(runners).map((name) => [name, []]),
	);
	for (let round = -WARM_UPS; round < ROUNDS; round += 1)
		for (const [name, runner] of shuffle(Object.entries(runners))) {
			signal.throwIfAborted();
			const startedAt = performance.now();
			await runner();
			if (round >= 0) times.get(name)?.push(performance.now() - startedAt);
		}
	return times;
}

function createReport(
	times: ReadonlyMap<string, readonly number[]>,
): BenchmarkReport {
	const runners = [...times].map(([name, samples]) => ({
		name,
		ms: summarize(samples),
		ratio: summarize(computeRatios(samples, times.get(VERIFIER) ?? [])),
	}));
	const rows = runners.map(({ name, ms, ratio }) => [
		name,
		`${ms.median.toFixed(0)} ms`,
		ratio.median.toFixed(2),
		`${ratio.q1.toFixed(2)} to ${ratio.q3.toFixed(2)}`,
	]);
	return {
		lines: [
			`${descriptions.length} interactions and ${contract.probes.length} probes against a service on SQLite; ${ROUNDS} rounds after ${WARM_UPS} warm-up round.`,
			"",
			...formatTable([["", "median", "ratio", "quartiles"], ...rows]),
		],
		data: { quick: false, rounds: ROUNDS, runners, measured: {} },
	};
}

/** Measures how much time surface probe, proxy and probes add to Pact's verifier. */
export const verification: Benchmark = {
	async run(signal) {
		const provider = await startOrdinary({ port: 0, host: "127.0.0.1" });
		try {
			return createReport(await measureVerifications(provider.url, signal));
		} finally {
			await provider.close();
		}
	},
};
