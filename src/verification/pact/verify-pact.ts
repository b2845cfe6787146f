import { createCall } from "../arrangement.ts";
import {
	type CheckOutcome,
	type CheckResult,
	findOperationId,
	judge,
} from "../judge.ts";
import { checkOf, isReached, type VerificationContext } from "../verify-options.ts";
import { createStateHandler } from "./create-state-handler.ts";
import {
	type Pact,
	type PactInteraction,
	taggedDescription,
	writeTagged,
} from "./pact-files.ts";
import { type PactResults, runPact } from "./start-pact-verifier.ts";
import { type ExchangeProxy, startProxy } from "./start-proxy.ts";
import {
	type StateServer,
	startStateServer,
	stateKey,
} from "./start-state-server.ts";

function outcomeOf(
	interaction: PactInteraction,
	results: PactResults,
	proxy: ExchangeProxy,
	states: StateServer,
): CheckOutcome {
	for (const { name, params } of interaction.states) {
		const failure = states.failures.get(stateKey(name, params));
		if (failure) return { kind: "not arranged", failure };
	}
	const exchange = proxy.exchanges.get(interaction.tag);
	if (exchange && "failure" in exchange)
		return { kind: "no answer", failure: exchange.failure };
	const mismatches = results.get(taggedDescription(interaction)) ?? [];
	return {
		kind: "done",
		mismatches,
		...(exchange && { actualStatus: exchange.response.status }),
	};
}

/** Which interactions can be run; those of other pacts may be about no operation of ours. */
function selected(run: VerificationContext, pact: Pact): PactInteraction[] {
	const { contract, parts } = run;
	return pact.interactions.filter(({ description }) => {
		if (parts.includes && !parts.includes(description)) return false;
		const operation = findOperationId(description, contract.operations);
		return operation === "" ? pact.external : isReached(run, operation);
	});
}

/** Carries out a pact's interactions by Pact's verifier. */
export async function verifyPact(
	run: VerificationContext,
	pact: Pact,
): Promise<CheckResult[]> {
	const { contract, options, parts, send, signal, timeoutMs } = run;
	const interactions = selected(run, pact);
	if (interactions.length === 0) return [];
	let begun = 0;
	const onState = (): void => {
		// They are carried out in the order of the file, each after one change of state.
		parts.onCheck?.(interactions[begun]?.description ?? "");
		begun += 1;
		options.onProgress?.(
			`interaction ${Math.min(begun, interactions.length)} of ${interactions.length}`,
		);
	};
	const handler = await createStateHandler(
		options.states,
		contract.states,
		createCall(contract.operations, send),
		timeoutMs,
	);
	await using proxy = await startProxy(send);
	await using states = await startStateServer(handler, onState);
	await using file = await writeTagged(pact, interactions);
	const results = await runPact(
		{
			providerBaseUrl: proxy.url,
			providerStatesSetupUrl: states.url,
			provider: String(
				(pact.raw.provider as { name?: string } | undefined)?.name ??
					"provider",
			),
			file: file.file,
			// Longer than the proxy waits, so that it is the proxy that tells of a provider that does not answer.
			timeoutMs: timeoutMs * 2 + 5_000,
			debug: options.onPactOutput !== undefined,
		},
		interactions.map(taggedDescription),
		signal,
		{ onOutput: options.onPactOutput, verifier: parts.verifier },
	);
	return interactions.map((each) =>
		judge(
			contract,
			checkOf(contract, each, pact.external),
			outcomeOf(each, results, proxy, states),
		),
	);
}
