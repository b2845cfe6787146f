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
import { startService } from "../provider/server.ts";
import {
	compareWithFirst,
	formatComparisons,
	measureRounds,
} from "./comparison.ts";
import type { Benchmark } from "./report.ts";

const WARM_UPS = 1;
const ROUNDS = 7;
const PACT = fileURLToPath(
	new URL(
		"../../contracts/pacts/understudy-zaps-service.json",
		import.meta.url,
	),
);

const descriptions: readonly string[] = JSON.parse(
	await readFile(PACT, "utf8"),
).interactions.map(({ description }: { description: string }) => description);

/** Runs Pact's verifier with the same provider states and without the proxy. */
async function runPactVerifier(
	provider: string,
	signal: AbortSignal,
): Promise<void> {
	const timeoutMs = 10_000;
	const send = createSend({
		baseUrl: provider,
		headers: {},
		timeoutMs,
		signal,
	});
	const call = createCall(contract.operations, send);
	const handler = await createStateHandler(
		...([undefined, contract.states, call, timeoutMs] as const),
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
			timeout: timeoutMs,
			logLevel: "error",
		},
		signal,
	);
	for (const [name, mismatches] of readPactResults(json, descriptions))
		if (mismatches.length > 0)
			throw new Error(`Cannot measure: the interaction "${name}" failed.`);
}

async function runUnderstudyVerify(provider: string): Promise<void> {
	const { exitCode } = await verify(provider, { strict: true });
	if (exitCode !== 0)
		throw new Error(
			`Cannot measure: the verification exited with ${exitCode}.`,
		);
}

/** Measures how much time surface probe, proxy and probes add to Pact's verifier. */
export const verification: Benchmark = {
	async run(signal) {
		await using service = await startService();
		const { url } = service;
		const subjects = [
			{
				name: "Pact's verifier alone",
				run: () => runPactVerifier(url, signal),
			},
			{
				name: "understudy verify --strict",
				run: () => runUnderstudyVerify(url),
			},
		];
		const times = await measureRounds(
			subjects,
			ROUNDS,
			WARM_UPS,
			signal,
			async ({ run }) => {
				const startedAt = performance.now();
				await run();
				return performance.now() - startedAt;
			},
		);
		const runners = compareWithFirst(times);
		return {
			lines: [
				`${descriptions.length} interactions and ${contract.probes.length} probes against a service of few lines; ${ROUNDS} rounds after ${WARM_UPS} warm-up round.`,
				"",
				...formatComparisons(runners, 0, "ms"),
			],
			data: { quick: false, rounds: ROUNDS, runners, measured: {} },
		};
	},
};
