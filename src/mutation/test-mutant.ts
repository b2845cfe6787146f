import { isDeepStrictEqual } from "node:util";
import type {
	Contract,
	ProviderExchange,
	ProviderResponse,
	Send,
} from "../verification/contract.ts";
import { findOperationId, findTarget } from "../verification/operations.ts";
import { startProxy } from "../verification/pact/start-proxy.ts";
import type { Verification } from "../verification/report.ts";
import { verifyContract } from "../verification/run/verify.ts";
import type {
	PactVerifier,
	VerifyOptions,
} from "../verification/verify-options.ts";
import type { Mutant } from "./mutation.ts";
import type { MutantResult } from "./mutation-report.ts";

/** What a mutant has done while it was tested. */
interface MutantActivity {
	/** The number of responses that the mutation applied to. */
	readonly applied: number;
	/** The exchanges whose response it changed, as the client received them. */
	readonly changed: readonly ProviderExchange[];
}

/** Removes the Date header, which differs between responses that are otherwise equal. */
const withoutDate = ({
	headers: { date: _, ...headers },
	...rest
}: ProviderResponse) => ({ ...rest, headers });

/** Returns the checks that fail because of the mutant and would fail a build. */
const findKillers = (
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

/** Tests one mutant after the other. */
interface MutantTester extends AsyncDisposable {
	/** Runs the checks that can detect the mutant, until one does. */
	test(mutant: Mutant): Promise<MutantResult>;
}

/** Starts a proxy that turns the provider into one mutant at a time. */
export async function startMutantTester(
	contract: Contract,
	send: Send,
	options: VerifyOptions,
	verifier: PactVerifier,
	signal: AbortSignal,
): Promise<MutantTester> {
	const { operations } = contract;
	let active: Mutant | undefined;
	let activity = { applied: 0, changed: [] as ProviderExchange[] };
	/** The checks that have killed a mutant, the latest first. */
	let latestKillers: readonly string[] = [];

	const proxy = await startProxy(async (request) => {
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

	return {
		async test(mutant) {
			active = mutant;
			activity = { applied: 0, changed: [] };
			// The checks that killed the previous mutants usually kill this one too, so run them first.
			const likely = latestKillers
				.filter((each) => mutant.checks.has(each))
				.slice(0, FIRST_BATCH_SIZE);
			const others = [...mutant.checks].filter(
				(each) => !likely.includes(each),
			);
			for (const batch of [likely, others]) {
				if (batch.length === 0) continue;
				const only = batch.map((each) => findOperationId(each, operations));
				const verification = await verifyContract(
					contract,
					proxy.url,
					{ ...options, only: [...new Set(only)] },
					{
						verifier,
						verdictOnly: true,
						includes: (description) => batch.includes(description),
					},
				);
				signal.throwIfAborted();
				const killers = findKillers(verification, mutant);
				if (killers.length === 0) continue;
				latestKillers = [...new Set([...killers, ...latestKillers])];
				return { mutant, isKilled: true };
			}
			const why = explainEquivalence(mutant, activity, contract);
			return { mutant, isKilled: false, why };
		},
		[Symbol.asyncDispose]: () => proxy[Symbol.asyncDispose](),
	};
}
