import { adviseOnAccess } from "./access-advice.ts";
import type { CheckResult } from "./judge.ts";
import type { Observation } from "./observation.ts";
import type { Observer } from "./observer.ts";
import type { RepeatingSend } from "./repeat-disturbed.ts";

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

/**
 * Runs checks, and those again whose exchanges were disturbed. What stays disturbed is not verified.
 * @param run runs the checks with these descriptions, by default all
 */
export async function runUndisturbed(
	run: (includes?: (description: string) => boolean) => Promise<CheckResult[]>,
	observer: Observer,
	repeating: RepeatingSend,
): Promise<CheckResult[]> {
	let checks = await run();
	for (let round = 1; ; round++) {
		const reasons = findDisturbed(checks, observer, repeating);
		if (reasons.size === 0) return checks;
		observer.forget(reasons);
		if (round > MAX_ROUNDS || repeating.isDown())
			return checks.map(({ result, ...check }) => {
				const notVerified = reasons.get(result.description);
				if (notVerified === undefined) return { ...check, result };
				const { accessDenied: _, ...others } = result;
				return {
					result: { ...others, passed: false, mismatches: [], notVerified },
					refuted: new Map(),
				};
			});
		const again = await run((description) => reasons.has(description));
		// Two pacts may have checks of the same description, which run in the same order again.
		checks = checks.map((check) =>
			reasons.has(check.result.description) ? (again.shift() ?? check) : check,
		);
	}
}
