import { createCall } from "./arrangement.ts";
import {
	type CheckResult,
	findOperationId,
	isCheckFailure,
	judge,
} from "./judge.ts";
import type { VerificationContext } from "./verify-options.ts";

/** Runs the checks that a Pact interaction cannot express. */
export async function runProbes({
	contract,
	send,
	reached,
	includes = () => true,
	onCheck,
	onProgress,
}: VerificationContext): Promise<CheckResult[]> {
	const call = createCall(contract.operations, send);
	const checks: CheckResult[] = [];
	for (const probe of contract.probes) {
		const { description } = probe;
		const operation = findOperationId(description, contract.operations);
		if (!reached.has(operation) || !includes(description)) continue;
		onProgress?.(description);
		onCheck?.(description);
		const outcome = await probe.run(send, call).then(
			(mismatches) => ({ mismatches }),
			(error: unknown) => {
				if (isCheckFailure(error)) return error;
				throw error;
			},
		);
		checks.push(judge(contract, probe, outcome));
	}
	return checks;
}
