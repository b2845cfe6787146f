import { ArrangementFailure, createCall } from "./arrangement.ts";
import { assess } from "./assess.ts";
import type { Contract, ExampleRequest, Send } from "./contract.ts";
import {
	type Check,
	type Judged,
	judge,
	type Outcome,
	operationIdOf,
} from "./judge.ts";
import {
	type Pact,
	type PactInteraction,
	readPacts,
	taggedDescription,
	writeTagged,
} from "./pact-files.ts";
import { type ExchangeProxy, startProxy } from "./proxy.ts";
import { readBaseUrl } from "./read-base-url.ts";
import type { Verification } from "./report.ts";
import { type PactResults, type PactVerifier, runPact } from "./run-pact.ts";
import { createSend, NoAnswer } from "./send.ts";
import { createStateHandler, type StateModule } from "./state-handlers.ts";
import {
	type StateServer,
	startStateServer,
	stateKey,
} from "./state-server.ts";
import { probeSurface, type SurfaceResult } from "./surface.ts";
import { VerificationError } from "./verification-error.ts";

export interface VerifyOptions {
	/** Files, folders or addresses of pacts; the shipped one when absent. */
	readonly pacts?: readonly string[];
	/** Sent with every request. */
	readonly headers?: Readonly<Record<string, string>>;
	/** Requests to send instead of the examples of the document, by operation. */
	readonly examples?: Readonly<Record<string, ExampleRequest>>;
	/** Needed where the provider is not on this machine, since commands are really submitted; false when absent. */
	readonly allowWrites?: boolean;
	/** Handlers of provider states, their module, or the address of a hook; the service's own operations when absent. */
	readonly states?: string | StateModule;
	/** Whether assumptions bind too; false when absent. */
	readonly strict?: boolean;
	/** The operations to verify; all when absent. */
	readonly only?: readonly string[];
	/** For one exchange, body included, in milliseconds; 10,000 when absent. */
	readonly timeoutMs?: number;
	/** For the whole run, in seconds; 120 when absent. */
	readonly deadlineS?: number;
	/** Told in short words how far it has come. */
	readonly onProgress?: (message: string) => void;
	/** Given Pact's own words. */
	readonly onPactOutput?: (text: string) => void;
}

/** What one run may share with others of the engine. */
export interface VerifyParts {
	/** Whether to carry out the interaction or the probe of this description; all when absent. */
	readonly includes?: (description: string) => boolean;
	/** Told of each interaction and probe before its arrangement begins. */
	readonly onCheck?: (description: string) => void;
	/** One of its own when absent. */
	readonly verifier?: PactVerifier;
}

const CONFIRMED = "confirmed";

/** What one run works with. */
interface Run {
	readonly contract: Contract;
	readonly options: VerifyOptions;
	readonly parts: VerifyParts;
	readonly send: Send;
	readonly signal: AbortSignal;
	readonly timeoutMs: number;
	/** The operations whose probe passed or failed; the others were not reached. */
	readonly reached: ReadonlySet<string>;
}

function checkOf(
	contract: Contract,
	{ description, restsOn, status }: PactInteraction,
	external: boolean,
): Check {
	const confirmed = new Set(
		contract.ledger
			.filter((entry) => entry.status === CONFIRMED)
			.map(({ id }) => id),
	);
	const provenance = external
		? "external"
		: restsOn.every((id) => confirmed.has(id))
			? CONFIRMED
			: "assumed";
	return {
		description,
		operation: operationIdOf(description, contract.operations),
		restsOn,
		status,
		provenance,
	};
}

function outcomeOf(
	interaction: PactInteraction,
	results: PactResults,
	proxy: ExchangeProxy,
	states: StateServer,
): Outcome {
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
		...(exchange && { actualStatus: exchange.answer.status }),
	};
}

/** Which interactions can be run: those of the operations asked for, of which the probe was answered. */
function selected(
	{ contract, options: { only }, parts: { includes }, reached }: Run,
	pact: Pact,
): PactInteraction[] {
	return pact.interactions.filter(({ description }) => {
		if (includes && !includes(description)) return false;
		const operation = operationIdOf(description, contract.operations);
		if (operation === "") return pact.external;
		return (
			reached.has(operation) && (only === undefined || only.includes(operation))
		);
	});
}

async function verifyPact(run: Run, pact: Pact): Promise<Judged[]> {
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

async function runProbes({
	contract,
	options: { only, onProgress },
	parts: { includes, onCheck },
	send,
	reached,
}: Run): Promise<Judged[]> {
	const call = createCall(contract.operations, send);
	const judged: Judged[] = [];
	for (const probe of contract.probes) {
		const operation = operationIdOf(probe.description, contract.operations);
		if (!reached.has(operation) || (only && !only.includes(operation)))
			continue;
		if (includes && !includes(probe.description)) continue;
		onProgress?.(probe.description);
		onCheck?.(probe.description);
		const interaction = {
			...probe,
			tag: 0,
			pending: true,
			method: "",
			path: "",
			status: probe.status,
			states: [],
			raw: {},
		};
		let outcome: Outcome;
		try {
			outcome = { kind: "done", mismatches: await probe.run(send, call) };
		} catch (error) {
			if (error instanceof NoAnswer)
				outcome = { kind: "no answer", failure: error };
			else if (error instanceof ArrangementFailure)
				outcome = { kind: "not arranged", failure: error };
			else throw error;
		}
		judged.push(
			judge(contract, checkOf(contract, interaction, false), outcome),
		);
	}
	return judged;
}

function refuseUnknownOperations(
	contract: Contract,
	names: readonly string[],
	option: string,
): void {
	const known = contract.operations.map(({ id }) => id);
	const unknown = names.find((name) => !known.includes(name));
	if (unknown !== undefined)
		throw new VerificationError(
			`${option} names no operation: "${unknown}". Use ${known.join(", ")}.`,
		);
}

function reachedOf(surface: readonly SurfaceResult[]): Set<string> {
	return new Set(
		surface
			.filter(({ verdict }) => verdict !== "not verified")
			.map(({ operation }) => operation),
	);
}

async function run(
	contract: Contract,
	provider: string,
	options: VerifyOptions,
	parts: VerifyParts,
	signal: AbortSignal,
): Promise<Verification> {
	const startedAt = new Date();
	const begun = performance.now();
	const {
		pacts: given,
		only,
		examples = {},
		timeoutMs = 10_000,
		strict = false,
		onProgress,
	} = options;
	const pacts = await readPacts(given ?? [contract.pact], contract.consumer);
	let timedOut = false;
	const plainSend = createSend({
		baseUrl: provider,
		headers: options.headers ?? {},
		timeoutMs,
		signal,
	});
	const send: Send = (request) =>
		plainSend(request).catch((error) => {
			timedOut ||= error instanceof NoAnswer && error.timedOut;
			throw error;
		});

	onProgress?.("surface");
	const operations = contract.operations.filter(
		({ id }) => only === undefined || only.includes(id),
	);
	const surface = await probeSurface(operations, examples, send);
	const reached = reachedOf(surface);
	const judged: Judged[] = [];
	if (reached.size > 0) {
		const context: Run = {
			contract,
			options,
			parts,
			send,
			signal,
			timeoutMs,
			reached,
		};
		for (const pact of pacts) judged.push(...(await verifyPact(context, pact)));
		if (pacts.some(({ external }) => !external))
			judged.push(...(await runProbes(context)));
		const isBroken = surface.some(({ verdict }) => verdict === "failed");
		if (given && judged.length === 0 && !parts.includes && !isBroken)
			throw new VerificationError(
				`There is nothing to verify: no interaction of ${[...reached].join(", ")} in ${given.join(", ")}. Pass other pacts, or another --only.`,
			);
	}
	const durationMs = Math.round(performance.now() - begun);
	return assess(contract, {
		provider,
		startedAt,
		durationMs,
		surface,
		judged,
		strict,
		timedOut,
	});
}

/**
 * Verifies that a real implementation behaves as the contract says.
 * @throws VerificationError where nothing could be verified: bad arguments, unreadable pacts, the deadline
 */
export async function verifyContract(
	contract: Contract,
	baseUrl: string,
	options: VerifyOptions = {},
	parts: VerifyParts = {},
): Promise<Verification> {
	const provider = readBaseUrl(baseUrl, options.allowWrites ?? false);
	refuseUnknownOperations(contract, options.only ?? [], "--only");
	refuseUnknownOperations(
		contract,
		Object.keys(options.examples ?? {}),
		"--examples",
	);
	const { deadlineS = 120 } = options;
	const controller = new AbortController();
	const deadline = new VerificationError(
		`The verification did not end within its deadline of ${deadlineS} s. Pass --deadline for a longer one, or --only for fewer operations.`,
	);
	const timer = setTimeout(() => controller.abort(deadline), deadlineS * 1000);
	try {
		const verification = await run(
			contract,
			provider,
			options,
			parts,
			controller.signal,
		);
		controller.signal.throwIfAborted();
		return verification;
	} catch (error) {
		throw controller.signal.aborted ? controller.signal.reason : error;
	} finally {
		clearTimeout(timer);
	}
}
