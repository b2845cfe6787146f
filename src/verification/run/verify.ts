import { createHider } from "../../values/create-hider.ts";
import { filterEntries } from "../../values/json.ts";
import type { Contract, Send } from "../contract.ts";
import { mergeSightings } from "../differences/difference-collection.ts";
import { differsInStyle } from "../differs-in-style.ts";
import { VerificationError } from "../errors.ts";
import { askFurther } from "../further/ask-further.ts";
import { type CheckResult, CREDENTIALS } from "../judge.ts";
import { learnRequests } from "../learning/learn-requests.ts";
import type { Sighting } from "../observed.ts";
import { createObserver, type Observation } from "../observer.ts";
import { readPacts, showSource } from "../pact/pact-files.ts";
import type { Verification } from "../report.ts";
import { repeatDisturbed } from "../requests/repeat-disturbed.ts";
import {
	createSend,
	stopAfterTimeouts,
	waitForService,
} from "../requests/send.ts";
import type {
	InternalVerifyOptions,
	VerificationContext,
	VerifyOptions,
} from "../verify-options.ts";
import {
	assembleIncomplete,
	assembleVerification,
	hideCredentials,
	listUnverified,
	type Progress,
	type Run,
	UNEXPLAINED,
} from "./assemble-verification.ts";
import {
	readBaseUrl,
	rejectNothing,
	rejectUnknownNames,
} from "./check-input.ts";
import { type Explanation, explainFailures } from "./explain-failures.ts";
import { askWithoutCredentials, probeSurface } from "./probe-surface.ts";
import { runChecks } from "./run-checks.ts";

const DEADLINE_S = 120;
const TIMEOUT_MS = 10_000;

/**
 * Waits until the service responds, if the options require this.
 * @throws VerificationError if it does not respond in time
 */
async function awaitService(run: Run, operations: Contract["operations"]) {
	const { provider: baseUrl, signal, options } = run;
	const why = await waitForService({ ...options, baseUrl, signal }, options);
	if (!why) return;
	const surface = listUnverified(operations, why);
	const found = { ...UNEXPLAINED, surface, checks: [], isMock: false };
	throw new VerificationError(
		`The service ${why}. Start it, fix the base URL, or pass a longer --wait.`,
		assembleVerification(run, found),
	);
}

/** Each was seen in one response. */
const listKeys = (sightings: readonly Sighting[]): ReadonlySet<string>[] =>
	sightings.map(({ key }) => new Set([key]));

/** Learns the accepted forms of requests, and runs the failed checks again in these forms. */
async function explain(
	context: VerificationContext,
	checks: readonly CheckResult[],
	surface: readonly Observation[],
	denied: readonly Sighting[],
	send: Send,
	run: (context: VerificationContext) => Promise<CheckResult[]>,
): Promise<Explanation> {
	const { contract, observer } = context;
	const found = await learnRequests(context, send);
	const rejections = denied.map(({ example }) => example);
	const learnt = {
		...found,
		rejections: [...found.rejections, ...rejections],
	};
	const second = createObserver(contract, send, {
		first: observer,
		adapter: learnt,
	});
	const runAgain = (names: ReadonlySet<string>) =>
		run({
			...context,
			observer: second,
			includes: (description) => names.has(description),
		});
	const explanation = await explainFailures(
		...([context, checks, learnt, second, runAgain, surface] as const),
	);
	const isForeign = differsInStyle(observer.observations, observer.compare);
	const further = isForeign
		? await askFurther({ ...context, adapt: learnt.adapt }, send)
		: [];
	return {
		...explanation,
		differences: [
			...explanation.differences,
			...mergeSightings(further, listKeys(further), context.headerNames),
		],
	};
}

/** Finds the operations that the service denies without the credentials of `--header`. Other headers are sent. */
async function findDenied(
	{ contract, provider: baseUrl, options, signal }: Run,
	operations: Parameters<typeof askWithoutCredentials>[1],
) {
	const { headers = {}, ca, timeoutMs = TIMEOUT_MS } = options;
	const others = filterEntries(headers, (name) => !CREDENTIALS.test(name));
	const send = createSend({
		...{ baseUrl, headers: others, ca, timeoutMs, signal },
	});
	return askWithoutCredentials(contract.documented, operations, send, headers);
}

/** @param progress receives the results as soon as they are known */
async function runVerification(
	run: Run,
	progress: Progress,
): Promise<Verification> {
	const { contract, provider: baseUrl, options, signal } = run;
	const { only, headers = {}, ca, examples = {}, onPactOutput } = options;
	const { timeoutMs = TIMEOUT_MS, deadlineS = DEADLINE_S } = options;
	const pacts = await readPacts(
		options.pacts ?? [contract.pact],
		contract.consumer,
	);
	rejectNothing(contract, pacts, options.pacts);
	const operations = contract.operations.filter(
		({ id }) => only?.includes(id) ?? true,
	);
	Object.assign(progress, { operations, pacts });
	await awaitService(run, operations);
	options.onProgress?.("surface");
	const repeating = repeatDisturbed(
		createSend({ baseUrl, headers, ca, timeoutMs, signal }),
		signal,
		deadlineS * 1000,
	);
	const send: Send = async (request) => {
		const response = await repeating.send(request);
		progress.isMock ||= "mock-assumptions" in response.headers;
		return response;
	};
	const headerNames = Object.keys(headers);
	const hide = createHider(Object.entries(headers));
	const surfaceObserver = createObserver(contract, send, { hide });
	const surface = await probeSurface(
		contract,
		...([operations, examples, surfaceObserver, headerNames] as const),
	);
	progress.surface = surface;
	const reached = surface
		.filter(({ verdict }) => verdict !== "not verified")
		.map(({ operation }) => operation);
	const patient = stopAfterTimeouts(send);
	const observer = createObserver(contract, patient, { hide });
	const context: VerificationContext = {
		...options,
		...(onPactOutput && {
			onPactOutput: (text: string) => onPactOutput(hide(text)),
		}),
		...{ contract, observer, signal, timeoutMs, headerNames },
		reached: new Set(reached),
	};
	progress.context = context;
	const keep = (judged: readonly CheckResult[]): unknown =>
		progress.checks.push(...judged);
	const checks =
		reached.length > 0 ? await runChecks(context, pacts, repeating, keep) : [];
	if (
		options.pacts &&
		!options.includes &&
		checks.length === 0 &&
		reached.length > 0 &&
		surface.every(({ verdict }) => verdict !== "failed")
	)
		throw new VerificationError(
			`There is nothing to verify: ${options.pacts.map(showSource).join(", ")} has no interaction of ${reached.join(", ")}. Pass another --pact or --only.`,
		);
	const denied =
		options.verdictOnly && !options.onDenied
			? []
			: await findDenied(
					run,
					operations.filter(({ id }) => reached.includes(id)),
				);
	const explanation = options.verdictOnly
		? { ...UNEXPLAINED, checks }
		: await explain(
				context,
				checks,
				surfaceObserver.observations,
				denied,
				patient,
				(again) => runChecks(again, pacts, repeating),
			);
	const isTold = explanation.differences.length > 0;
	options.onDenied?.(denied.filter(({ change }) => change !== undefined));
	signal.throwIfAborted();
	const found = {
		...{ ...explanation, surface, isMock: progress.isMock },
		differences: [
			// Documents often omit the credentials that a test needs.
			...(isTold ? mergeSightings(denied, listKeys(denied), []) : []),
			...explanation.differences,
		],
	};
	return hideCredentials(assembleVerification(run, found), hide);
}

/**
 * Verifies that a real implementation behaves as the contract describes.
 * @throws VerificationError if nothing could be verified, because of invalid arguments, unreadable pacts, or the
 * deadline
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
	const run: Run = {
		...{ contract, provider, signal },
		options: { ...options, ...internal },
		startedAt: new Date().toISOString(),
		startMs: performance.now(),
	};
	const progress: Progress = {
		...{ operations: [], pacts: [], checks: [], isMock: false },
	};
	try {
		return await runVerification(run, progress);
	} catch (error) {
		if (!signal.aborted) throw error;
		const hide = createHider(Object.entries(options.headers ?? {}));
		throw new VerificationError(
			`The verification exceeded its deadline of ${deadlineS} s. Pass a longer --deadline, or --only to verify fewer operations.`,
			hideCredentials(assembleIncomplete(run, progress, deadlineS), hide),
		);
	}
}
