import type { Contract, Send } from "../contract.ts";
import {
	type PactVerifier,
	startPactVerifier,
} from "../pact/start-pact-verifier.ts";
import { readBaseUrl } from "../read-base-url.ts";
import type { Verification } from "../report.ts";
import { createSend, NoResponseError } from "../send.ts";
import { VerificationError } from "../verification-error.ts";
import type { VerifyOptions } from "../verify-options.ts";
import { explore } from "./explore.ts";
import { startMutantProxy } from "./mutant-proxy.ts";
import { planMutants } from "./plan.ts";
import { record } from "./recording.ts";
import { type Judged, type MutationReport, score } from "./report.ts";
import { tryMutant } from "./try-mutant.ts";

export interface MutateOptions
	extends Pick<
		VerifyOptions,
		"pacts" | "headers" | "allowWrites" | "only" | "timeoutMs" | "onProgress"
	> {
	/** For the whole run, in seconds; 600 when absent. */
	readonly deadlineS?: number;
}

/** What one run works with. */
interface Run {
	readonly contract: Contract;
	readonly options: VerifyOptions;
	readonly send: Send;
	readonly verifier: PactVerifier;
	readonly signal: AbortSignal;
}

const refuseSilent = (error: Error): never => {
	throw error instanceof NoResponseError
		? new VerificationError(
				`Only a provider that answers can be mutated, and this one ${error.message}. Start it, or pass the base URL it answers at.`,
			)
		: error;
};

function refuseFailing({ exitCode, report, notices }: Verification): void {
	if (exitCode === 0) return;
	const failed = report.interactions.filter(({ passed }) => !passed);
	const [first] = failed;
	const reason =
		exitCode === 2
			? (notices[0] ?? "it could not be verified")
			: first
				? `${failed.length} of ${report.interactions.length} checks fail, the first of them ${first.description}: ${first.mismatches[0]?.message}`
				: (report.surface.find(({ verdict }) => verdict === "failed")?.why ??
					"its surface is not as specified");
	throw new VerificationError(
		`Only a provider that passes can be mutated, and this one does not pass \`understudy verify --strict\`: ${reason.replace(/\.$/, "")}. Mend that first.`,
	);
}

async function tryAll(
	run: Run,
	onProgress: MutateOptions["onProgress"],
): Promise<Judged[]> {
	const { contract, options, send, verifier, signal } = run;
	onProgress?.("verification of the provider as it is");
	const { only } = options;
	const examples = await explore(contract, only, send).catch(refuseSilent);
	const { verification, exchanges } = await record(contract, send, options, {
		verifier,
	});
	refuseFailing(verification);
	const mutants = planMutants([...exchanges, ...examples], contract, only);
	await using proxy = await startMutantProxy(contract, send);
	const trials = { contract, options, verifier, proxy, signal, killers: [] };
	const judged: Judged[] = [];
	// One after the other: two at a time would see what the other creates come in between.
	for (const mutant of mutants) {
		onProgress?.(
			`mutant ${judged.length + 1} of ${mutants.length}, ${mutant.target} ${mutant.status}`,
		);
		judged.push(await tryMutant(trials, mutant));
	}
	return judged;
}

/**
 * Measures how much breakage of a provider the contract would catch.
 * @throws VerificationError where the provider does not pass, or could not be verified within the deadline
 */
export async function mutateContract(
	contract: Contract,
	baseUrl: string,
	mutateOptions: MutateOptions = {},
): Promise<MutationReport> {
	const {
		headers = {},
		deadlineS = 600,
		timeoutMs = 10_000,
		allowWrites = false,
		onProgress,
		...options
	} = mutateOptions;
	const begun = performance.now();
	const provider = readBaseUrl(baseUrl, allowWrites);
	const controller = new AbortController();
	const { signal } = controller;
	const deadline = new VerificationError(
		`The mutants were not all tried within the deadline of ${deadlineS} s. Pass --deadline for a longer one, or --only for fewer operations.`,
	);
	const timer = setTimeout(() => controller.abort(deadline), deadlineS * 1000);
	await using verifier = startPactVerifier();
	try {
		const send = createSend({ baseUrl: provider, headers, timeoutMs, signal });
		const judged = await tryAll(
			{
				contract,
				options: { ...options, strict: true, timeoutMs, deadlineS },
				send,
				verifier,
				signal,
			},
			onProgress,
		);
		return score(provider, Math.round(performance.now() - begun), judged);
	} catch (error) {
		throw signal.aborted ? signal.reason : error;
	} finally {
		clearTimeout(timer);
	}
}
