import { ArrangementFailure, createCall } from "./arrangement.ts";
import type { Call, Probe, Send } from "./contract.ts";
import {
	type CheckOutcome,
	type CheckResult,
	findOperationId,
	judge,
} from "./judge.ts";
import { checkOf, isReached, type VerificationContext } from "./verify-options.ts";
import { NoResponseError } from "./send.ts";

async function outcomeOf(
	probe: Probe,
	send: Send,
	call: Call,
): Promise<CheckOutcome> {
	try {
		return { kind: "done", mismatches: await probe.run(send, call) };
	} catch (error) {
		if (error instanceof NoResponseError)
			return { kind: "no answer", failure: error };
		if (error instanceof ArrangementFailure)
			return { kind: "not arranged", failure: error };
		throw error;
	}
}

/** Carries out the checks that Pact cannot carry. */
export async function runProbes(
	run: VerificationContext,
): Promise<CheckResult[]> {
	const { contract, options, parts, send } = run;
	const call = createCall(contract.operations, send);
	const judged: CheckResult[] = [];
	for (const probe of contract.probes) {
		const { description } = probe;
		if (!isReached(run, findOperationId(description, contract.operations)))
			continue;
		if (parts.includes && !parts.includes(description)) continue;
		options.onProgress?.(description);
		parts.onCheck?.(description);
		const outcome = await outcomeOf(probe, send, call);
		judged.push(judge(contract, checkOf(contract, probe, false), outcome));
	}
	return judged;
}
