import { commandLine } from "../values/command-line.ts";
import { groupBy } from "../values/group-by.ts";
import type { Contract } from "../verification/contract.ts";
import { NoResponseError, VerificationError } from "../verification/errors.ts";
import { findOperationId } from "../verification/operations.ts";
import { startPactVerifier } from "../verification/pact/start-pact-verifier.ts";
import type { Verification } from "../verification/report.ts";
import { createSend } from "../verification/requests/send.ts";
import { readBaseUrl } from "../verification/run/check-input.ts";
import type { VerifyOptions } from "../verification/verify-options.ts";
import { mutateBody } from "./body-mutators.ts";
import { mutateMetrics, mutatePage, truncateBody } from "./content-mutators.ts";
import { headMutators } from "./head-mutators.ts";
import {
	exploreProvider,
	recordExchanges,
	testMutants,
} from "./mutant-runs.ts";
import type {
	Mutant,
	MutantResult,
	Mutation,
	Mutator,
	RecordedExchange,
} from "./mutation.ts";

export interface MutantPlace {
	/** The operation id, or the reason why the requests match no operation. */
	readonly operation: string;
	/** The change of the responses. */
	readonly mutation: string;
	/** The status of the responses, and the place in them. */
	readonly where: string;
}

export interface EquivalentMutant extends MutantPlace {
	readonly why: string;
}

/** The number of mutants of one kind. */
export interface KindTally {
	readonly kind: string;
	/** The number of mutants without the equivalent ones. */
	readonly mutants: number;
	readonly killed: number;
	readonly equivalent: number;
}

/** How many defects of a provider the contract detects. */
export interface MutationReport extends Omit<KindTally, "kind"> {
	/** The base URL. */
	readonly provider: string;
	readonly durationMs: number;
	/** The share of killed mutants, from 0 to 1. */
	readonly score: number;
	readonly kinds: readonly KindTally[];
	readonly survivors: readonly MutantPlace[];
	readonly equivalents: readonly EquivalentMutant[];
}

const createPlace = ({
	mutant: { target, status, mutation },
}: MutantResult): MutantPlace => ({
	operation: target,
	mutation: mutation.name,
	where: `${status} ${mutation.where}`,
});

const kindOf = ({ mutant }: MutantResult): string =>
	mutant.mutation.name.replace(/:.*/s, "");

function countResults(
	results: readonly MutantResult[],
): Omit<KindTally, "kind"> {
	const killed = results.filter(({ isKilled }) => isKilled).length;
	const equivalent = results.filter(({ why }) => why !== undefined).length;
	return { mutants: results.length - equivalent, killed, equivalent };
}

export function createMutationReport(
	provider: string,
	durationMs: number,
	results: readonly MutantResult[],
): MutationReport {
	const total = countResults(results);
	return {
		provider,
		durationMs,
		...total,
		score: total.mutants === 0 ? 0 : total.killed / total.mutants,
		kinds: groupBy(results, kindOf).map((ofKind) => ({
			kind: kindOf(ofKind[0]),
			...countResults(ofKind),
		})),
		survivors: results
			.filter(({ isKilled, why }) => !isKilled && why === undefined)
			.map(createPlace),
		equivalents: results.flatMap(({ why, ...result }) =>
			why === undefined ? [] : [{ ...createPlace(result), why }],
		),
	};
}

export const mutators: readonly Mutator[] = [
	mutateBody,
	mutatePage,
	...headMutators,
	truncateBody,
	mutateMetrics,
];

/**
 * Applies every mutator to the recorded exchanges. Each mutation occurs once for an operation and a status.
 * @param only the operations to mutate; defaults to all
 */
export function planMutants(
	exchanges: readonly RecordedExchange[],
	contract: Contract,
	only?: readonly string[],
): Mutant[] {
	const { operations } = contract;
	const isOperation = (target: string): boolean =>
		operations.some(({ id }) => id === target);
	// If the document does not describe a response, no contract can find a defect in it.
	const selected = exchanges.filter(
		({ target, response: { status } }) =>
			contract.documented.findResponse(target, status) !== undefined &&
			(!only || !isOperation(target) || only.includes(target)),
	);
	const keyOf = ({ target, response }: RecordedExchange): string =>
		`${target} ${response.status}`;
	return groupBy(selected, keyOf).flatMap((group) => {
		const { target, response } = group[0];
		const sent = group.flatMap(({ check }) => check ?? []);
		// A request that matches no operation has no checks of its own, so every check that sent it counts.
		const own = isOperation(target)
			? sent.filter((each) => findOperationId(each, operations) === target)
			: sent;
		const checks = new Set(own);
		// If only checks of other operations send a request, they have to detect its changed response.
		if (only && !only.includes(target) && checks.size === 0) return [];
		const mutations = new Map<string, Mutation>();
		for (const exchange of group)
			for (const mutate of mutators)
				for (const mutation of mutate(exchange, contract)) {
					const key = `${mutation.name} ${mutation.where}`;
					if (mutation.isSemantic || !mutations.has(key))
						mutations.set(key, mutation);
				}
		return [...mutations.values()].map((mutation) => ({
			target,
			status: response.status,
			mutation,
			checks,
		}));
	});
}

export interface MutateOptions
	extends Pick<
		VerifyOptions,
		| "pacts"
		| "headers"
		| "ca"
		| "allowWrites"
		| "only"
		| "timeoutMs"
		| "onProgress"
	> {
	/** The time limit of the whole run, in seconds. Defaults to 600. */
	readonly deadlineS?: number;
}

function requirePassing({ exitCode, report, notices }: Verification): void {
	if (exitCode === 0) return;
	const failed = report.interactions.filter(({ passed }) => !passed);
	const [first] = failed;
	const reason =
		exitCode === 2
			? (notices[0] ?? "it could not be verified")
			: first
				? `${failed.length} of ${report.interactions.length} checks fail, the first is ${first.description}: ${first.mismatches[0]?.message}`
				: (report.surface.find(({ verdict }) => verdict === "failed")?.why ??
					"its operations are not as specified");
	throw new VerificationError(
		`Mutation testing needs a provider that passes \`${commandLine("verify --strict")}\`, but this one does not: ${reason.replace(/\.$/, "")}. Fix that first.`,
	);
}

/**
 * Measures how many defects of a provider the contract detects.
 * @throws VerificationError if the provider does not pass, or cannot be verified within the deadline
 */
export async function mutateContract(
	contract: Contract,
	provider: string,
	mutateOptions: MutateOptions = {},
): Promise<MutationReport> {
	const { headers, ca, onProgress, allowWrites = false } = mutateOptions;
	const { deadlineS = 600, timeoutMs = 10_000, pacts, only } = mutateOptions;
	const start = performance.now();
	const baseUrl = readBaseUrl(provider, allowWrites);
	const signal = AbortSignal.timeout(deadlineS * 1000);
	await using verifier = startPactVerifier();
	const run = {
		contract,
		send: createSend({ baseUrl, headers, ca, timeoutMs, signal }),
		options: { pacts, only, strict: true, timeoutMs, deadlineS },
		...{ verifier, signal, onProgress },
	};
	try {
		onProgress?.("verification of the unchanged provider");
		const explored = await exploreProvider(run).catch((error) => {
			if (!(error instanceof NoResponseError)) throw error;
			throw new VerificationError(
				`Mutation testing needs a running provider, but this one ${error.message}. Start it, or pass its base URL.`,
			);
		});
		const { verification, exchanges } = await recordExchanges(run);
		requirePassing(verification);
		const mutants = planMutants([...exchanges, ...explored], contract, only);
		const results: MutantResult[] = [];
		for await (const result of testMutants(run, mutants)) results.push(result);
		const durationMs = Math.round(performance.now() - start);
		return createMutationReport(baseUrl, durationMs, results);
	} catch (error) {
		if (!signal.aborted) throw error;
		throw new VerificationError(
			`The mutants were not all tested within the deadline of ${deadlineS} s. Pass a longer --deadline, or --only to mutate fewer operations.`,
		);
	}
}
