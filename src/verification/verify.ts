import { createHider } from "../values/redact.ts";
import { hasCredentials } from "./access-advice.ts";
import { createCall } from "./arrangement.ts";
import { assembleVerification } from "./assemble-verification.ts";
import { confirmRejections } from "./confirm-rejections.ts";
import type { Contract, Send } from "./contract.ts";
import { explainFailures } from "./explain-failures.ts";
import {
	addDuration,
	type CheckResult,
	findOperationId,
	isCheckFailure,
	judge,
} from "./judge.ts";
import { createObserver, type Observer } from "./observer.ts";
import { readPacts } from "./pact/pact-files.ts";
import { verifyPact } from "./pact/verify-pact.ts";
import { probeSurface } from "./probe-surface.ts";
import { readBaseUrl } from "./read-base-url.ts";
import { repeatDisturbed } from "./repeat-disturbed.ts";
import type { Verification } from "./report.ts";
import { hideCredentials } from "./reports/hide-credentials.ts";
import { runUndisturbed } from "./run-undisturbed.ts";
import { createSend, stopAfterTimeouts } from "./send.ts";
import { VerificationError } from "./verification-error.ts";
import type {
	InternalVerifyOptions,
	VerificationContext,
	VerifyOptions,
} from "./verify-options.ts";
import { waitForService } from "./wait-for-service.ts";

function rejectUnknownOperations(
	{ operations }: Contract,
	{ only = [], examples = {} }: VerifyOptions,
): void {
	const known = operations.map(({ id }) => id);
	const options = { "--only": only, "--examples": Object.keys(examples) };
	for (const [option, names] of Object.entries(options)) {
		const unknown = names.find((name) => !known.includes(name));
		if (unknown !== undefined)
			throw new VerificationError(
				`Unknown operation "${unknown}" in ${option}. Available: ${known.join(", ")}.`,
			);
	}
}

function rejectUnknownAssumptions(
	{ ledger }: Contract,
	{ used }: VerifyOptions,
): void {
	const unknown = used?.assumptions.find(
		({ id }) => !ledger.some((each) => each.id === id),
	);
	if (unknown)
		throw new VerificationError(
			`Unknown assumption "${unknown.id}" in --used. Run the tests again with this version of the package.`,
		);
}

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

async function run(
	contract: Contract,
	provider: string,
	options: VerifyOptions & InternalVerifyOptions,
	signal: AbortSignal,
): Promise<Verification> {
	const startedAt = new Date().toISOString();
	const start = performance.now();
	const { only, headers = {}, examples = {}, timeoutMs = 10_000 } = options;
	const { deadlineS = 120 } = options;
	const sources = options.pacts ?? [contract.pact];
	const pacts = await readPacts(sources, contract.consumer);

	const credentials = hasCredentials(headers);
	const selected = contract.operations.filter(
		({ id }) => only?.includes(id) ?? true,
	);
	const why =
		options.waitS === undefined
			? undefined
			: await waitForService(
					provider,
					options.waitS,
					signal,
					options.onProgress,
					options.ca,
				);
	if (why !== undefined)
		throw new VerificationError(
			`The service ${why}. Start it, fix the base URL, or pass a longer --wait.`,
			assembleVerification(contract, {
				...{ provider, startedAt, strict: options.strict ?? false },
				...{ used: options.used, ledger: options.ledger },
				...{ isMock: false, checks: [] },
				...{ differences: [], notReached: [], additional: [] },
				durationMs: Math.round(performance.now() - start),
				surface: selected.map(({ id, method, path }) => ({
					...{ operation: id, method, path, status: null },
					...{ verdict: "not verified", why },
				})),
			}),
		);
	options.onProgress?.("surface");
	const repeating = repeatDisturbed(
		createSend({
			baseUrl: provider,
			headers,
			ca: options.ca,
			timeoutMs,
			signal,
		}),
		signal,
		deadlineS * 1000,
	);
	let isMock = false;
	const send: Send = async (request) => {
		const response = await repeating.send(request);
		isMock ||= "mock-assumptions" in response.headers;
		return response;
	};
	const surface = await probeSurface(selected, examples, send, credentials);
	const reached = new Set(
		surface
			.filter(({ verdict }) => verdict !== "not verified")
			.map(({ operation }) => operation),
	);

	const patient = stopAfterTimeouts(send);
	const observer = createObserver(contract, patient);
	const { onPactOutput } = options;
	const hide = createHider(headers);
	const context = {
		...options,
		onPactOutput: onPactOutput && ((text: string) => onPactOutput(hide(text))),
		contract,
		observer,
		signal,
		timeoutMs,
		reached,
		hasCredentials: credentials,
	};
	const runChecks = async (
		parts: Partial<VerificationContext>,
	): Promise<CheckResult[]> => {
		const results: CheckResult[] = [];
		for (const pact of pacts)
			results.push(...(await verifyPact({ ...context, ...parts }, pact)));
		if (pacts.some(({ external }) => !external))
			results.push(...(await runProbes({ ...context, ...parts })));
		return options.verdictOnly
			? results
			: await confirmRejections({ ...context, ...parts }, results);
	};
	/** @param selected the descriptions of the checks to run */
	const runWith = (
		observer: Observer,
		selected = options.includes,
	): Promise<CheckResult[]> =>
		runUndisturbed(
			(includes = selected) =>
				runChecks({ observer, ...(includes && { includes }) }),
			observer,
			repeating,
		);
	const checks: CheckResult[] = [];
	if (reached.size > 0) {
		checks.push(...(await runWith(observer)));
		const isBroken = surface.some(({ verdict }) => verdict === "failed");
		if (options.pacts && checks.length === 0 && !options.includes && !isBroken)
			throw new VerificationError(
				`There is nothing to verify: ${options.pacts.join(", ")} has no interaction of ${[...reached].join(", ")}. Pass another --pact or --only.`,
			);
	}
	const translating = createObserver(contract, patient, true, observer.renamed);
	const explanation = await explainFailures({
		contract,
		observer,
		checks: options.verdictOnly ? [] : checks,
		headerNames: Object.keys(headers),
		translating,
		runTranslated: (includes) => runWith(translating, includes),
	});
	signal.throwIfAborted();
	const verification = assembleVerification(contract, {
		...explanation,
		provider,
		startedAt,
		durationMs: Math.round(performance.now() - start),
		surface,
		checks: options.verdictOnly ? checks : explanation.checks,
		strict: options.strict ?? false,
		used: options.used,
		ledger: options.ledger,
		isMock,
	});
	return hideCredentials(verification, hide);
}

/**
 * Verifies that a real implementation behaves as the contract says.
 * @throws VerificationError if nothing could be verified: bad arguments, unreadable pacts, the deadline
 */
export async function verifyContract(
	contract: Contract,
	baseUrl: string,
	options: VerifyOptions = {},
	internal: InternalVerifyOptions = {},
): Promise<Verification> {
	const { allowWrites = false, deadlineS = 120 } = options;
	const provider = readBaseUrl(baseUrl, allowWrites);
	rejectUnknownOperations(contract, options);
	rejectUnknownAssumptions(contract, options);
	const signal = AbortSignal.timeout(deadlineS * 1000);
	try {
		return await run(contract, provider, { ...options, ...internal }, signal);
	} catch (error) {
		if (!signal.aborted) throw error;
		throw new VerificationError(
			`The verification exceeded its deadline of ${deadlineS} s. Pass a longer --deadline, or --only to verify fewer operations.`,
		);
	}
}
