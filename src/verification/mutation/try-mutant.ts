import type { Contract } from "../contract.ts";
import { findOperationId } from "../judge.ts";
import type { PactVerifier } from "../pact/start-pact-verifier.ts";
import type { Verification } from "../report.ts";
import { verifyContract } from "../verify.ts";
import type { VerifyOptions } from "../verify-options.ts";
import type { MutantProxy } from "./mutant-proxy.ts";
import type { Planned } from "./plan.ts";
import type { Judged } from "./report.ts";
import { judgeSurvivor, killersOf } from "./verdict.ts";

const LIKELY = 3;

/** What the trials of one run share. */
export interface Trials {
	readonly contract: Contract;
	readonly options: VerifyOptions;
	readonly verifier: PactVerifier;
	readonly proxy: MutantProxy;
	readonly signal: AbortSignal;
	/** The checks that killed a mutant, the latest first. */
	killers: readonly string[];
}

/** The checks in two batches, since most mutants are killed by what killed the one before. */
function batchesOf({ checks }: Planned, { killers }: Trials): string[][] {
	const likely = killers.filter((each) => checks.has(each)).slice(0, LIKELY);
	const others = [...checks].filter((each) => !likely.includes(each));
	return [likely, others].filter((batch) => batch.length > 0);
}

function verifyMutant(
	{ contract, options, verifier, proxy }: Trials,
	checks: readonly string[],
): Promise<Verification> {
	const operations = checks.map((description) =>
		findOperationId(description, contract.operations),
	);
	return verifyContract(
		contract,
		proxy.url,
		{ ...options, only: [...new Set(operations)] },
		{ verifier, includes: (description) => checks.includes(description) },
	);
}

/** Runs the checks that could tell the mutant from the provider, until one does. */
export async function tryMutant(
	trials: Trials,
	mutant: Planned,
): Promise<Judged> {
	const doings = trials.proxy.become(mutant);
	for (const batch of batchesOf(mutant, trials)) {
		const verification = await verifyMutant(trials, batch);
		trials.signal.throwIfAborted();
		const killed = killersOf(verification, mutant);
		if (killed.length > 0) {
			const others = trials.killers.filter((each) => !killed.includes(each));
			trials.killers = [...killed, ...others];
			return { mutant, verdict: { kind: "killed" } };
		}
	}
	return { mutant, verdict: judgeSurvivor(mutant, doings, trials.contract) };
}
