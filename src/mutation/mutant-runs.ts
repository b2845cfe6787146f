import { isDeepStrictEqual } from "node:util";
import type {
	Contract,
	ContractOperation,
	OutgoingRequest,
	ProviderExchange,
	ProviderResponse,
	Send,
} from "../verification/contract.ts";
import {
	buildRequest,
	createExchanges,
	findOperationId,
	findTarget,
} from "../verification/operations.ts";
import { startProxy } from "../verification/pact/start-proxy.ts";
import type { Verification } from "../verification/report.ts";
import { verifyContract } from "../verification/run/verify.ts";
import type {
	PactVerifier,
	VerifyOptions,
} from "../verification/verify-options.ts";
import type { Mutant, MutantResult, RecordedExchange } from "./mutation.ts";

/** The input that all verifications of a run share. */
export interface MutationRun {
	readonly contract: Contract;
	/** Sends a request to the unchanged provider. */
	readonly send: Send;
	readonly options: VerifyOptions;
	readonly verifier: PactVerifier;
	readonly signal: AbortSignal;
	readonly onProgress: VerifyOptions["onProgress"];
}

/** Verifies the provider, and records every exchange in order, including exchanges that set up states. */
export async function recordExchanges(run: MutationRun): Promise<{
	verification: Verification;
	exchanges: RecordedExchange[];
}> {
	const { contract, send, options, verifier } = run;
	const exchanges: RecordedExchange[] = [];
	// Requests before the first check belong to the surface probe. They are not recorded.
	let check: string | undefined;
	await using proxy = await startProxy(async (request) => {
		const response = await send(request);
		const target = findTarget(request, contract.operations);
		if (check !== undefined)
			exchanges.push({ check, target, request, response });
		return response;
	});
	const verification = await verifyContract(contract, proxy.url, options, {
		verifier,
		verdictOnly: true,
		onCheck: (description) => {
			check = description;
		},
	});
	return { verification, exchanges };
}

const METHODS = ["PATCH", "PUT", "DELETE"];

/** Yields requests that make an operation succeed, and requests that it rejects. */
function* createRequests(
	operation: ContractOperation,
	{ operations, documented }: Contract,
): Generator<OutgoingRequest> {
	const { id, method, path, example } = operation;
	const page = documented.pages[id];
	const defined = operations.filter((each) => each.path === path);
	const undefinedMethod = METHODS.find((other) =>
		defined.every((each) => each.method !== other),
	);
	const request = buildRequest(operation, example);
	if (undefinedMethod) yield { method: undefinedMethod, path };
	yield { method, path: `${path}/nowhere` };
	if (page?.in === "query") yield { method, path: `${path}?${page.limit}=` };
	yield request;
	if (!request.body) return;
	yield { ...request, headers: { "content-type": "text/plain" } };
	yield { ...request, body: request.body.slice(0, -1) };
}

/** Sends additional requests, so that mutants of responses that no check requests are counted, too. */
export async function exploreProvider({
	contract,
	send,
	options: { only },
}: MutationRun): Promise<RecordedExchange[]> {
	const exchanges: RecordedExchange[] = [];
	for (const operation of contract.operations)
		if (!only || only.includes(operation.id))
			for (const each of createRequests(operation, contract)) {
				const { call, findSent } = createExchanges(contract, send);
				const response = await call.send(each);
				const request = findSent(each);
				const target = findTarget(request, contract.operations);
				exchanges.push({ target, request, response });
			}
	return exchanges;
}

/** The effects of a mutant during its test. */
interface MutantActivity {
	/** The number of responses that the mutation applied to. */
	readonly applied: number;
	/** The exchanges with a changed response, as the client received them. */
	readonly changed: readonly ProviderExchange[];
}

/** Removes the Date header, which differs between otherwise equal responses. */
const withoutDate = ({
	headers: { date: _, ...headers },
	...rest
}: ProviderResponse) => ({ ...rest, headers });

/** Returns the checks that fail because of the mutant and fail a build. */
const findKillers = ({ exitCode, report }: Verification, { checks }: Mutant) =>
	exitCode === 1
		? report.interactions
				.filter(
					({ description, mismatches }) =>
						mismatches.length > 0 && checks.has(description),
				)
				.map(({ description }) => description)
		: [];

/** Returns why a client cannot distinguish an undetected mutant from the provider; undefined if it can. */
export function explainEquivalence(
	{ mutation }: Mutant,
	{ applied, changed }: MutantActivity,
	{ documented }: Contract,
): string | undefined {
	// A mutation that never applied shows nothing.
	if (applied === 0) return undefined;
	if (mutation.isSemantic)
		return changed.length === 0
			? "the responses are the same, byte for byte"
			: undefined;
	return changed.length > 0 &&
		changed.every(
			({ target, request, response }) =>
				documented.findViolation(target, request, response) === undefined,
		)
		? "the document allows every changed exchange, including its request"
		: undefined;
}

const FIRST_BATCH_SIZE = 3;

/** Tests mutants one by one. Runs the checks that can detect a mutant until one of them fails. */
export async function* testMutants(
	{ contract, send, options, verifier, signal, onProgress }: MutationRun,
	mutants: readonly Mutant[],
): AsyncGenerator<MutantResult> {
	const { operations } = contract;
	let active: Mutant | undefined;
	let activity = { applied: 0, changed: [] as ProviderExchange[] };
	await using proxy = await startProxy(async (request) => {
		const response = await send(request);
		const target = findTarget(request, operations);
		if (target !== active?.target || response.status !== active.status)
			return response;
		const exchange = { target, request, response };
		const mutated = await active.mutation.mutate(exchange, send);
		if (!mutated) return response;
		activity.applied += 1;
		if (!isDeepStrictEqual(withoutDate(response), withoutDate(mutated)))
			activity.changed.push({ ...exchange, response: mutated });
		return mutated;
	});
	async function verifyOnly(checks: readonly string[]): Promise<Verification> {
		const only = checks.map((each) => findOperationId(each, operations));
		const verification = await verifyContract(
			contract,
			proxy.url,
			{ ...options, only: [...new Set(only)] },
			{
				verifier,
				verdictOnly: true,
				includes: (description) => checks.includes(description),
			},
		);
		signal.throwIfAborted();
		return verification;
	}
	/**
	 * The checks that have killed a mutant, the latest first. They run first, because they usually kill the next mutant,
	 * too.
	 */
	let latestKillers: readonly string[] = [];
	// One at a time, because concurrent checks would see each other's records.
	for (const [index, mutant] of mutants.entries()) {
		onProgress?.(
			`mutant ${index + 1} of ${mutants.length}, ${mutant.target} ${mutant.status}`,
		);
		active = mutant;
		activity = { applied: 0, changed: [] };
		const likely = latestKillers
			.filter((each) => mutant.checks.has(each))
			.slice(0, FIRST_BATCH_SIZE);
		const others = [...mutant.checks].filter((each) => !likely.includes(each));
		let killers: readonly string[] = [];
		for (const batch of [likely, others])
			if (batch.length > 0 && killers.length === 0)
				killers = findKillers(await verifyOnly(batch), mutant);
		latestKillers = [...new Set([...killers, ...latestKillers])];
		yield killers.length > 0
			? { mutant, isKilled: true }
			: {
					mutant,
					isKilled: false,
					why: explainEquivalence(mutant, activity, contract),
				};
	}
}
