import type { Contract } from "../contract.ts";
import { findOperationId } from "../judge.ts";
import type { PactVerifier } from "../pact/start-pact-verifier.ts";
import { verifyContract } from "../verify.ts";
import type { VerifyOptions } from "../verify-options.ts";
import { explainEquivalence, findKillers } from "./judge-mutant.ts";
import type { Mutant } from "./mutation.ts";
import type { MutantResult } from "./mutation-report.ts";
import type { MutantProxy } from "./start-mutant-proxy.ts";

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
