import { createHider } from "../../values/redact.ts";
import type { Contract, Send } from "../contract.ts";
import { VerificationError } from "../errors.ts";
import { type CheckResult, hasCredentials } from "../judge.ts";
import { readPacts } from "../pact/pact-files.ts";
import type { Verification } from "../report.ts";
import { repeatDisturbed } from "../requests/repeat-disturbed.ts";
import {
	createSend,
	stopAfterTimeouts,
	waitForService,
} from "../requests/send.ts";
import type {
	InternalVerifyOptions,
	VerifyOptions,
} from "../verify-options.ts";
import {
	assembleVerification,
	type Findings,
	hideCredentials,
} from "./assemble-verification.ts";
import { readBaseUrl, rejectUnknownNames } from "./check-arguments.ts";
import { type Explanation, explainFailures } from "./explain-failures.ts";
import { createObserver, type RunContext } from "./observer.ts";
import { probeSurface } from "./probe-surface.ts";
import { runChecks } from "./run-checks.ts";

const DEADLINE_S = 120;
const TIMEOUT_MS = 10_000;

/** What a run is given. */
interface Run {
	readonly contract: Contract;
	readonly provider: string;
	readonly options: VerifyOptions & InternalVerifyOptions;
	readonly signal: AbortSignal;
}

type Assemble = (
	found: Omit<
		Findings,
		"provider" | "startedAt" | "durationMs" | "strict" | "used" | "ledger"
	>,
) => Verification;

/** Returns a function that assembles the verification of a run that starts now. */
function startClock({ contract, provider, options }: Run): Assemble {
	const { strict = false, used, ledger } = options;
	const startedAt = new Date().toISOString();
	const start = performance.now();
	return (found) =>
		assembleVerification(contract, {
			...found,
			...{ provider, startedAt, strict, used, ledger },
			durationMs: Math.round(performance.now() - start),
		});
}

/**
 * Waits until the service responds, if the options say so.
 * @throws VerificationError if it does not respond in time
 */
async function awaitService(
	{ provider, options, signal }: Run,
	operations: Contract["operations"],
	assemble: Assemble,
): Promise<void> {
	const { waitS, onProgress, ca } = options;
	if (waitS === undefined) return;
	const why = await waitForService(provider, waitS, signal, onProgress, ca);
	if (why === undefined) return;
	throw new VerificationError(
		`The service ${why}. Start it, fix the base URL, or pass a longer --wait.`,
		assemble({
			...{ isMock: false, checks: [] },
			...{ differences: [], notReached: [], additional: [] },
			surface: operations.map(({ id, method, path }) => ({
				...{ operation: id, method, path, status: null },
				...{ verdict: "not verified", why },
			})),
		}),
	);
}

/** Returns functions that send requests to the service, and that tell whether it announced itself as a mock. */
function connect({ provider, options, signal }: Run) {
	const { headers = {}, ca, timeoutMs = TIMEOUT_MS } = options;
	const { deadlineS = DEADLINE_S } = options;
	const repeating = repeatDisturbed(
		createSend({ baseUrl: provider, headers, ca, timeoutMs, signal }),
		signal,
		deadlineS * 1000,
	);
	let isMock = false;
	const send: Send = async (request) => {
		const response = await repeating.send(request);
		isMock ||= "mock-assumptions" in response.headers;
		return response;
	};
	return { repeating, send, isMock: () => isMock };
}

/** Explains the failures of the checks, running some of them once more with translated responses. */
function explain(
	context: RunContext,
	checks: readonly CheckResult[],
	send: Send,
	headerNames: readonly string[],
	run: (context: RunContext) => Promise<CheckResult[]>,
): Promise<Explanation> {
	const { contract, observer, verdictOnly } = context;
	const translating = createObserver(contract, send, true, observer.renamed);
	return explainFailures({
		contract,
		observer,
		checks: verdictOnly ? [] : checks,
		headerNames,
		translating,
		runTranslated: (includes) =>
			run({ ...context, observer: translating, includes }),
	});
}

async function runVerification(run: Run): Promise<Verification> {
	const { contract, options, signal } = run;
	const { only, headers = {}, examples = {}, onPactOutput } = options;
	const assemble = startClock(run);
	const sources = options.pacts ?? [contract.pact];
	const pacts = await readPacts(sources, contract.consumer);
	const operations = contract.operations.filter(
		({ id }) => only?.includes(id) ?? true,
	);
	await awaitService(run, operations, assemble);
	options.onProgress?.("surface");
	const credentials = hasCredentials(headers);
	const { repeating, send, isMock } = connect(run);
	const surface = await probeSurface(operations, examples, send, credentials);
	const reached = surface
		.filter(({ verdict }) => verdict !== "not verified")
		.map(({ operation }) => operation);
	const patient = stopAfterTimeouts(send);
	const hide = createHider(headers);
	const context: RunContext = {
		...options,
		...(onPactOutput && {
			onPactOutput: (text: string) => onPactOutput(hide(text)),
		}),
		contract,
		observer: createObserver(contract, patient),
		signal,
		timeoutMs: options.timeoutMs ?? TIMEOUT_MS,
		hasCredentials: credentials,
		reached: new Set(reached),
	};
	const runWith = (each: RunContext): Promise<CheckResult[]> =>
		runChecks(each, pacts, repeating);
	const checks = reached.length > 0 ? await runWith(context) : [];
	if (
		options.pacts &&
		!options.includes &&
		checks.length === 0 &&
		reached.length > 0 &&
		surface.every(({ verdict }) => verdict !== "failed")
	)
		throw new VerificationError(
			`There is nothing to verify: ${options.pacts.join(", ")} has no interaction of ${reached.join(", ")}. Pass another --pact or --only.`,
		);
	const names = Object.keys(headers);
	const explanation = await explain(context, checks, patient, names, runWith);
	signal.throwIfAborted();
	const verification = assemble({
		...explanation,
		surface,
		checks: options.verdictOnly ? checks : explanation.checks,
		isMock: isMock(),
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
	const { allowWrites = false, deadlineS = DEADLINE_S } = options;
	const provider = readBaseUrl(baseUrl, allowWrites);
	rejectUnknownNames(contract, options);
	const signal = AbortSignal.timeout(deadlineS * 1000);
	try {
		const all = { ...options, ...internal };
		return await runVerification({ contract, provider, options: all, signal });
	} catch (error) {
		if (!signal.aborted) throw error;
		throw new VerificationError(
			`The verification exceeded its deadline of ${deadlineS} s. Pass a longer --deadline, or --only to verify fewer operations.`,
		);
	}
}
