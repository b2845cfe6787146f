import { listInput } from "../../document/judgment/judge-response.ts";
import type {
	ContractOperation,
	ExampleRequest,
	ProviderResponse,
} from "../contract.ts";
import {
	ArrangementFailure,
	type CheckFailure,
	keepCheckFailure,
	showBody,
} from "../errors.ts";
import {
	adviseOnAccess,
	type CheckResult,
	compareResponse,
	isSelected,
	judge,
} from "../judge.ts";
import type { Observation } from "../observer.ts";
import { buildRequest, createExchanges } from "../operations.ts";
import type { Pact } from "../pact/pact-files.ts";
import { verifyPact } from "../pact/verify-pact.ts";
import type { RepeatingSend } from "../requests/repeat-disturbed.ts";
import type { VerificationContext } from "../verify-options.ts";

/** Receives checks as soon as they are judged. */
type Keep = (checks: readonly CheckResult[]) => unknown;

/** Runs the checks that a Pact interaction cannot express. */
async function runProbes(
	context: VerificationContext,
	keep: Keep,
): Promise<CheckResult[]> {
	const { contract, observer } = context;
	const checks: CheckResult[] = [];
	for (const probe of contract.probes.filter((each) =>
		isSelected(context, each),
	)) {
		const { description } = probe;
		context.onProgress?.(description);
		context.onCheck?.(description);
		const start = performance.now();
		const { call, fill, findSent } = createExchanges(
			contract,
			observer.arrangeFor(description),
		);
		const outcome = await probe
			.run(fill(observer.sendFor(probe)), call, (request, response) =>
				compareResponse(contract, findSent(request), response, probe.status),
			)
			.then((mismatches) => ({ mismatches }), keepCheckFailure);
		const check = judge(context, probe, outcome, performance.now() - start);
		checks.push(check);
		keep([check]);
	}
	return checks;
}

/** The request conflicts with stored data. This tells nothing about its form. */
const CONFLICT = 409;

const createFailure = (
	operation: ContractOperation,
	{ status, body }: ProviderResponse,
	purpose: string,
): ArrangementFailure =>
	new ArrangementFailure(
		operation,
		status,
		{ where: "status", expected: `${operation.success}`, actual: `${status}` },
		`responded with ${status}: ${showBody(`${body}`)}`,
		purpose,
	);

/**
 * Sends each rejected request again without the violation; equal requests once. If the service rejects this request,
 * too, it had another reason to reject the first one, and the check is not reached.
 */
async function confirmRejections(
	context: VerificationContext,
	checks: readonly CheckResult[],
): Promise<CheckResult[]> {
	const { contract, observer } = context;
	const known = new Map<string, Promise<CheckFailure | undefined>>();

	/** Returns why the response to a valid request does not prove that the service accepts valid requests. */
	const sendValid = (
		check: string,
		operation: ContractOperation,
		input: ExampleRequest,
	): Promise<CheckFailure | undefined> =>
		createExchanges(contract, observer.arrangeFor(check))
			.call.send(buildRequest(operation, input))
			.then(
				(response) =>
					response.status < 400
						? undefined
						: createFailure(operation, response, "called without a violation"),
				keepCheckFailure,
			);

	async function findFailure(
		check: CheckResult,
	): Promise<CheckFailure | undefined> {
		const { description, provenance, passed } = check;
		const rejected = observer.findLast(description);
		const operation = contract.operations.find(
			({ id }) => id === rejected?.target,
		);
		const isJudged =
			check.notVerified === undefined &&
			check.notReached === undefined &&
			!check.accessDenied;
		if (!rejected || !operation || !isJudged || provenance === "external")
			return undefined;
		const { request, response } = rejected;
		if (rejected.status < 400 || response.status < 400) return undefined;
		if (passed && response.status === CONFLICT)
			return createFailure(
				operation,
				response,
				"called with an invalid request",
			);
		const names = listInput(request).map(([name]) => name);
		const input = contract.createValidRequest(operation.id, names);
		// Values such as names are new in each request.
		const properties = Object.keys(Object(input.body));
		const key = JSON.stringify([operation.id, input.query, properties]);
		const failure = known.get(key) ?? sendValid(description, operation, input);
		known.set(key, failure);
		return failure;
	}

	const confirmed: CheckResult[] = [];
	for (const check of checks) {
		const { description, assumptions, durationMs } = check;
		const failure = await findFailure(check);
		const judged = { description, assumptions, status: 0 };
		confirmed.push(
			failure ? judge(context, judged, failure, durationMs) : check,
		);
	}
	return confirmed;
}

/** Runs the selected interactions and probes once. */
async function runOnce(
	context: VerificationContext,
	pacts: readonly Pact[],
	keep: Keep = () => {},
): Promise<CheckResult[]> {
	const results: CheckResult[] = [];
	for (const pact of pacts) {
		const verified = await verifyPact(context, pact);
		results.push(...verified);
		keep(verified);
	}
	if (pacts.some(({ external }) => !external))
		results.push(...(await runProbes(context, keep)));
	return context.verdictOnly ? results : confirmRejections(context, results);
}

const MAX_ROUNDS = 4;
const SAFE_METHODS = ["GET", "HEAD", "OPTIONS"];

/** Returns why the exchange tells nothing about the service; undefined if it is valid evidence. */
function explainDisturbance(
	{ target, request, response: { status, repeated } }: Observation,
	passed: boolean,
	{ isByChance }: RepeatingSend,
): string | undefined {
	if (status === 429)
		return `${target} responded with 429. ${adviseOnAccess(429)}`;
	if (!repeated) return undefined;
	const { failures, isDown } = repeated;
	if (status >= 500 && isDown)
		return `${target} responded with ${status}, and requests that succeeded before failed too. Verify again when the service is stable.`;
	if (status >= 500)
		return isByChance(failures)
			? `${target} responded with ${status}, as the service does at times to requests that it otherwise accepts. Verify again when the service is stable.`
			: undefined;
	// More records than expected may fail a check, but they hide no failure.
	return passed || SAFE_METHODS.includes(request.method)
		? undefined
		: `${target} was sent again, because the service did not respond or responded with 5xx, and may have been executed twice. Verify again when the service is stable.`;
}

/** By description, returns why checks cannot be judged. */
function findDisturbed(
	checks: readonly CheckResult[],
	observations: readonly Observation[],
	repeating: RepeatingSend,
): Map<string, string> {
	const reasons = new Map<string, string>();
	const byDescription = new Map(checks.map((each) => [each.description, each]));
	for (const observation of observations) {
		const check = byDescription.get(observation.check);
		if (!check) continue;
		const { passed } = check;
		const reason = explainDisturbance(observation, passed, repeating);
		if (reason !== undefined) reasons.set(observation.check, reason);
	}
	for (const { description, isOutage, notVerified } of checks)
		if (isOutage && notVerified !== undefined)
			reasons.set(description, notVerified);
	// Checks with the same state set it up once.
	for (const { description, notReached } of checks) {
		if (notReached === undefined) continue;
		const [, reason] =
			[...reasons].find(
				([each]) => byDescription.get(each)?.notReached === notReached,
			) ?? [];
		if (reason !== undefined) reasons.set(description, reason);
	}
	return reasons;
}

/** Returns the check as not verified, with this reason. */
const withoutVerdict = (
	{ accessDenied: _, ...check }: CheckResult,
	notVerified: string,
): CheckResult => ({
	...check,
	...{ passed: false, mismatches: [], notVerified, refuted: new Map() },
});

/**
 * Runs the selected interactions and probes. Repeats those with disturbed exchanges. If the exchanges stay disturbed,
 * the check is not verified.
 * @param keep receives the checks as soon as they are judged, before they are repeated
 */
export async function runChecks(
	context: VerificationContext,
	pacts: readonly Pact[],
	repeating: RepeatingSend,
	keep?: Keep,
): Promise<CheckResult[]> {
	const { observer } = context;
	let checks = await runOnce(context, pacts, keep);
	for (let round = 1; ; round++) {
		const { observations } = observer;
		const reasons = findDisturbed(checks, observations, repeating);
		if (reasons.size === 0) return checks;
		observer.forget(reasons);
		if (round > MAX_ROUNDS || repeating.isDown())
			return checks.map((check) => {
				const reason = reasons.get(check.description);
				return reason === undefined ? check : withoutVerdict(check, reason);
			});
		const includes = (description: string) => reasons.has(description);
		const again = await runOnce({ ...context, includes }, pacts);
		// Two pacts may have checks with the same description, which run in the same order again.
		checks = checks.map((check) =>
			reasons.has(check.description) ? (again.shift() ?? check) : check,
		);
	}
}
