import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { verify } from "zaps-understudy/verify";
import { startPactVerifier } from "../dist/src/verification/pact/start-pact-verifier.js";
import { createCall } from "../src/verification/operations.ts";
import {
	createStateHandler,
	startStateServer,
} from "../src/verification/pact/provider-states.ts";
import { createSend } from "../src/verification/requests/send.ts";
import { startService } from "../test/provider/server.ts";
import { contract } from "../test/support/shipped-contract.ts";
import { compare } from "./comparison.ts";
import type { Benchmark } from "./report.ts";

const PACT = fileURLToPath(
	import.meta.resolve("../contracts/pacts/understudy-zaps-service.json"),
);
const timeoutMs = 10_000;

const { interactions }: { interactions: readonly object[] } = JSON.parse(
	await readFile(PACT, "utf8"),
);

/** Runs Pact's verifier with the same provider states and without the proxy. */
async function runPactVerifier(baseUrl: string): Promise<boolean> {
	const { signal } = new AbortController();
	const send = createSend({ baseUrl, headers: {}, timeoutMs, signal });
	const call = createCall(contract.operations, send);
	const handler = await createStateHandler(
		...([undefined, contract.states, () => call, timeoutMs] as const),
	);
	await using states = await startStateServer(handler, () => {});
	await using verifier = startPactVerifier();
	const json = await verifier.verify(
		{
			...{ provider: "zaps-service", providerBaseUrl: baseUrl },
			...{ providerStatesSetupUrl: states.url, pactUrls: [PACT] },
			...{ providerStatesSetupBody: true, providerStatesSetupTeardown: true },
			...{ timeout: timeoutMs, logLevel: "error" },
		},
		signal,
	);
	return JSON.parse(json).result;
}

async function runUnderstudyVerify(baseUrl: string): Promise<boolean> {
	return (await verify(baseUrl, { strict: true })).exitCode === 0;
}

/** Measures how much time surface probe, proxy and probes add to Pact's verifier. */
export const measure: Benchmark = async ({ quick }) => {
	await using service = await startService();
	const measureMs = async (run: typeof runPactVerifier) => {
		const startedAt = performance.now();
		if (!(await run(service.url)))
			throw new Error("Cannot measure: the service failed the verification.");
		return performance.now() - startedAt;
	};
	const subjects = {
		"Pact's verifier alone": () => measureMs(runPactVerifier),
		"understudy verify --strict": () => measureMs(runUnderstudyVerify),
	};
	return await compare(
		`${interactions.length} interactions and ${contract.probes.length} probes against a service of few lines`,
		{ rounds: quick ? 3 : 7, warmUps: 1, digits: 0, unit: "ms" },
		[{ subjects }],
	);
};
