import { createCall } from "../arrangement.ts";
import { NoResponseError } from "../errors.ts";
import { addDuration, type CheckResult, judge } from "../judge.ts";
import { findOperationId } from "../operations.ts";
import type { VerificationContext } from "../verify-options.ts";
import type { Pact, PactInteraction } from "./pact-files.ts";
import { showLocation } from "./pact-json.ts";
import { createStateHandler, startStateServer } from "./provider-states.ts";
import { readPactResults } from "./read-pact-results.ts";
import { startPactVerifier } from "./start-pact-verifier.ts";
import { listenOnLoopback, startProxy } from "./start-proxy.ts";

const MAX_TIMEOUT_MS = 86_400_000;

/** Pact sends no request without the tag of an interaction. */
const UNKNOWN = { description: "", status: 200 };

const selectInteractions = (
	{ contract, reached, includes }: VerificationContext,
	{ interactions, external }: Pact,
): PactInteraction[] =>
	interactions.filter(({ description }) => {
		if (includes && !includes(description)) return false;
		const operation = findOperationId(description, contract.operations);
		// An external interaction need not belong to an operation of the contract.
		return reached.has(operation) || (operation === "" && external);
	});

/** Starts a server of the pact with only these interactions. */
const servePact = ({ raw }: Pact, interactions: readonly PactInteraction[]) =>
	listenOnLoopback((_, response) => {
		const selected = interactions.map(({ json }) => json);
		response
			.writeHead(200, { "content-type": "application/json" })
			.end(JSON.stringify({ ...raw, interactions: selected }));
	});

/** Runs the selected interactions of a pact with Pact's verifier. */
export async function verifyPact(
	context: VerificationContext,
	pact: Pact,
): Promise<CheckResult[]> {
	const { contract, observer, timeoutMs } = context;
	const interactions = selectInteractions(context, pact);
	if (interactions.length === 0) return [];

	let started = 0;
	const startTimes: number[] = [];
	const current = (): string => interactions[started - 1]?.description ?? "";
	const onSetup = (): void => {
		// Pact runs the interactions in the order of the file, and sets up a state before each.
		context.onCheck?.(interactions[started]?.description ?? "");
		started = Math.min(started + 1, interactions.length);
		startTimes.push(performance.now());
		context.onProgress?.(`interaction ${started} of ${interactions.length}`);
	};
	const handler = await createStateHandler(
		context.states,
		contract.states,
		createCall(contract.operations, (request) =>
			observer.arrangeFor(current())(request),
		),
		timeoutMs,
	);
	await using proxy = await startProxy((request, tag) => {
		const interaction = interactions.find((each) => each.tag === tag);
		return observer.sendFor(interaction ?? UNKNOWN)(request);
	});
	await using states = await startStateServer(handler, onSetup);
	await using server = await servePact(pact, interactions);
	const verifier = context.verifier ?? startPactVerifier(context.onPactOutput);
	await using _own = context.verifier ? null : verifier;
	const json = await verifier.verify(
		{
			providerBaseUrl: proxy.url,
			providerStatesSetupUrl: states.url,
			providerStatesSetupBody: true,
			providerStatesSetupTeardown: true,
			provider: pact.provider,
			pactUrls: [server.url],
			// The proxy limits each exchange, and repeats it. The deadline of the run limits the verifier.
			timeout: MAX_TIMEOUT_MS,
			logLevel: context.onPactOutput ? "debug" : "error",
		},
		context.signal,
	);
	startTimes.push(performance.now());
	const names = interactions.map(({ name }) => name);
	const results = readPactResults(showLocation(json), names);

	return interactions.map((interaction, index) => {
		const { tag, name } = interaction;
		const failure = interaction.states.map(states.findFailure).find(Boolean);
		const exchange = proxy.exchanges.get(tag);
		const outcome =
			exchange instanceof NoResponseError
				? exchange
				: { mismatches: results.get(name) ?? [], status: exchange?.status };
		const check = judge(
			contract,
			interaction,
			failure ?? outcome,
			context.hasCredentials,
		);
		const [start = 0, end = start] = startTimes.slice(index);
		return addDuration(check, end - start);
	});
}
