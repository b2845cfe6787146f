import { isDeepStrictEqual } from "node:util";
import type {
	Contract,
	OutgoingRequest,
	ProviderExchange,
	ProviderResponse,
	Send,
} from "../verification/contract.ts";
import { findOperationId, findTarget } from "../verification/operations.ts";
import {
	type ExchangeProxy,
	startProxy,
} from "../verification/pact/start-proxy.ts";
import type { Verification } from "../verification/report.ts";
import { verifyContract } from "../verification/run/verify.ts";
import type {
	PactVerifier,
	VerifyOptions,
} from "../verification/verify-options.ts";
import type { Mutant } from "./mutation.ts";
import type { MutantResult } from "./mutation-report.ts";

/** What an active mutant has done so far. */
export interface MutantActivity {
	/** The number of responses that the mutation applied to. */
	readonly applied: number;
	/** The exchanges whose response it changed, as the client received them. */
	readonly changed: readonly ProviderExchange[];
}

export interface MutantProxy extends ExchangeProxy {
	/** Applies the mutant to all further responses. The returned activity is live. */
	activate(mutant: Mutant): MutantActivity;
}

/** Removes the Date header, which differs between responses that are otherwise equal. */
const withoutDate = ({
	headers: { date: _, ...headers },
	...rest
}: ProviderResponse) => ({ ...rest, headers });

/** Starts a proxy that turns the provider into one mutant at a time. */
export async function startMutantProxy(
	{ operations }: Contract,
	send: Send,
): Promise<MutantProxy> {
	let mutant: Mutant | undefined;
	let activity = { applied: 0, changed: [] as ProviderExchange[] };

	async function sendMutated(
		request: OutgoingRequest,
	): Promise<ProviderResponse> {
		const response = await send(request);
		const target = findTarget(request, operations);
		if (target !== mutant?.target || response.status !== mutant.status)
			return response;
		const mutated = await mutant.mutation.mutate(
			{ target, request, response },
			send,
		);
		if (!mutated) return response;
		activity.applied += 1;
		if (!isDeepStrictEqual(withoutDate(response), withoutDate(mutated)))
			activity.changed.push({ target, request, response: mutated });
		return mutated;
	}
	const proxy = await startProxy(sendMutated);
	return {
		...proxy,
		activate(next) {
			mutant = next;
			activity = { applied: 0, changed: [] };
			return activity;
		},
	};
}

/** Returns the checks that fail because of the mutant and would fail a build. */
export const findKillers = (
	{ exitCode, report }: Verification,
	{ checks }: Mutant,
): string[] =>
	exitCode === 1
		? report.interactions
				.filter(
					({ description, mismatches }) =>
						mismatches.length > 0 && checks.has(description),
				)
				.map(({ description }) => description)
		: [];

/** Returns why a client cannot tell an undetected mutant from the provider, or undefined if it can. */
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

export interface MutantTestContext {
	readonly contract: Contract;
	readonly options: VerifyOptions;
	readonly verifier: PactVerifier;
	readonly proxy: MutantProxy;
	readonly signal: AbortSignal;
	/** The checks that have killed a mutant, the latest first. */
	killers: readonly string[];
}

/** Runs the checks that can detect the mutant, until one does. */
export async function testMutant(
	context: MutantTestContext,
	mutant: Mutant,
): Promise<MutantResult> {
	const { contract, options, verifier, proxy, signal } = context;
	const activity = proxy.activate(mutant);
	// The checks that killed the previous mutants usually kill this one too, so run them first.
	const likely = context.killers
		.filter((each) => mutant.checks.has(each))
		.slice(0, FIRST_BATCH_SIZE);
	const others = [...mutant.checks].filter((each) => !likely.includes(each));
	for (const batch of [likely, others]) {
		if (batch.length === 0) continue;
		const operations = batch.map((each) =>
			findOperationId(each, contract.operations),
		);
		const verification = await verifyContract(
			contract,
			proxy.url,
			{ ...options, only: [...new Set(operations)] },
			{
				verifier,
				verdictOnly: true,
				includes: (description) => batch.includes(description),
			},
		);
		signal.throwIfAborted();
		const killers = findKillers(verification, mutant);
		if (killers.length > 0) {
			context.killers = [...new Set([...killers, ...context.killers])];
			return { mutant, isKilled: true };
		}
	}
	const why = explainEquivalence(mutant, activity, contract);
	return { mutant, isKilled: false, why };
}
