import { createCall } from "../arrangement.ts";
import {
	addDuration,
	adviseOnAccess,
	type CheckResult,
	isCheckFailure,
	judge,
} from "../judge.ts";
import type { Observation } from "../observation.ts";
import { findOperationId } from "../operations.ts";
import type { Pact } from "../pact/pact-files.ts";
import { verifyPact } from "../pact/verify-pact.ts";
import type { RepeatingSend } from "../requests/repeat-disturbed.ts";
import type { VerificationContext } from "../verify-options.ts";
import { confirmRejections } from "./confirm-rejections.ts";
import type { Observer, RunContext } from "./observer.ts";

/** Runs the checks that a Pact interaction cannot express. */
async function runProbes(context: VerificationContext): Promise<CheckResult[]> {
	const { contract, observer, reached, includes, onCheck, onProgress } =
		context;
	const { hasCredentials } = context;
	const checks: CheckResult[] = [];
	for (const probe of contract.probes) {
		const { description } = probe;
		const operation = findOperationId(description, contract.operations);
		if (!reached.has(operation) || includes?.(description) === false) continue;
		onProgress?.(description);
		onCheck?.(description);
		const start = performance.now();
		const call = createCall(
			contract.operations,
			observer.arrangeFor(description),
		);
		const outcome = await probe.run(observer.sendFor(probe), call).then(
			(mismatches) => ({ mismatches }),
			(error: unknown) => {
				if (isCheckFailure(error)) return error;
				throw error;
			},
		);
		const check = judge(contract, probe, outcome, hasCredentials);
		checks.push(addDuration(check, performance.now() - start));
	}
	return checks;
}

/** Runs the selected interactions and probes once. */
async function runOnce(
	context: RunContext,
	pacts: readonly Pact[],
): Promise<CheckResult[]> {
	const results: CheckResult[] = [];
	for (const pact of pacts) results.push(...(await verifyPact(context, pact)));
	if (pacts.some(({ external }) => !external))
		results.push(...(await runProbes(context)));
	return context.verdictOnly ? results : confirmRejections(context, results);
}

const MAX_ROUNDS = 4;
const SAFE_METHODS = ["GET", "HEAD", "OPTIONS"];

/** Returns why the exchange shows nothing about the service, or undefined if it does. */
function explainDisturbance(
	{ target, request, response: { status, repeated } }: Observation,
	passed: boolean,
	{ isByChance }: RepeatingSend,
): string | undefined {
	if (status === 429)
		return `${target} responded with 429. ${adviseOnAccess(429, false)}`;
	if (!repeated) return undefined;
	const { failures, isDown } = repeated;
	if (status >= 500 && isDown)
		return `${target} responded with ${status}, and requests that succeeded before failed too. Verify again when the service is stable.`;
	if (status >= 500)
		return isByChance(failures)
			? `${target} responded with ${status}, as the service does at times to requests that it otherwise accepts. Verify again when the service is stable.`
			: undefined;
	// More records than expected may fail a check, but hide no failure.
	return passed || SAFE_METHODS.includes(request.method)
		? undefined
		: `${target} was sent again, because the service did not respond or responded with 5xx, and may have been executed twice. Verify again when the service is stable.`;
}

/** Returns why checks cannot be judged, by their description. */
function findDisturbed(
	checks: readonly CheckResult[],
	{ observations }: Observer,
	repeating: RepeatingSend,
): Map<string, string> {
	const reasons = new Map<string, string>();
	const byDescription = new Map(
		checks.map((each) => [each.result.description, each]),
	);
	for (const observation of observations) {
		const check = byDescription.get(observation.check);
		const passed = check?.result.passed === true;
		const reason = explainDisturbance(observation, passed, repeating);
		if (check && reason !== undefined) reasons.set(observation.check, reason);
	}
	for (const { result, isOutage } of checks)
		if (isOutage && result.notVerified !== undefined)
			reasons.set(result.description, result.notVerified);
	// Checks that need the same state set it up once.
	for (const { result, notReached } of checks) {
		const [, reason] =
			[...reasons].find(
				([each]) =>
					notReached !== undefined &&
					byDescription.get(each)?.notReached === notReached,
			) ?? [];
		if (reason !== undefined) reasons.set(result.description, reason);
	}
	return reasons;
}

/** Returns the check as not verified for that reason. */
const withoutVerdict = (
	{ result: { accessDenied: _, ...result } }: CheckResult,
	notVerified: string,
): CheckResult => ({
	result: { ...result, passed: false, mismatches: [], notVerified },
	refuted: new Map(),
});

/**
 * Runs the selected interactions and probes, and those again whose exchanges were disturbed. A check whose exchanges
 * stay disturbed is not verified.
 */
export async function runChecks(
	context: RunContext,
	pacts: readonly Pact[],
	repeating: RepeatingSend,
): Promise<CheckResult[]> {
	const { observer } = context;
	let checks = await runOnce(context, pacts);
	for (let round = 1; ; round++) {
		const reasons = findDisturbed(checks, observer, repeating);
		if (reasons.size === 0) return checks;
		observer.forget(reasons);
		if (round > MAX_ROUNDS || repeating.isDown())
			return checks.map((check) => {
				const reason = reasons.get(check.result.description);
				return reason === undefined ? check : withoutVerdict(check, reason);
			});
		const includes = (description: string) => reasons.has(description);
		const again = await runOnce({ ...context, includes }, pacts);
		// Two pacts may have checks of the same description, which run in the same order again.
		checks = checks.map((check) =>
			reasons.has(check.result.description) ? (again.shift() ?? check) : check,
		);
	}
}
