import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Mismatch } from "../contract.ts";
import { VerificationError } from "../verification-error.ts";
import type { PactChildAnswer, PactChildRequest } from "./pact-child.ts";
import { readMismatches } from "./read-mismatches.ts";

/** By description: the mismatches, or that the interaction could not be carried out. */
export type PactResults = ReadonlyMap<string, readonly Mismatch[]>;

const CHILD = fileURLToPath(new URL("./pact-child.js", import.meta.url));

/** The verifier asks servers of this machine only, and takes any proxy for meant for them too. */
function environment(): NodeJS.ProcessEnv {
	const own = Object.entries(process.env).filter(
		([name]) => !/^(https?|all|no)_proxy$/i.test(name),
	);
	return { ...Object.fromEntries(own), PACT_DO_NOT_TRACK: "true" };
}

/** Pact's verifier, which can carry out one pact after the other. */
export interface PactVerifier extends AsyncDisposable {
	/**
	 * Gives what it tells, as JSON.
	 * @param signal stops it for good
	 * @throws VerificationError where it failed
	 */
	verify(request: PactChildRequest, signal: AbortSignal): Promise<string>;
}

/**
 * Starts the verifier in a process of its own, since nothing else could stop it.
 * @param onOutput given Pact's own words
 */
export function startPactVerifier(
	onOutput?: (text: string) => void,
): PactVerifier {
	const child = fork(CHILD, {
		silent: true,
		env: environment(),
		execArgv: [],
	});
	let words = "";
	for (const stream of [child.stdout, child.stderr])
		stream?.on("data", (chunk) => {
			words = `${words}${chunk}`.slice(-2000);
			onOutput?.(String(chunk));
		});
	const ended = new Promise<void>((resolve) => {
		// Not `close`, which does not come after a disconnect.
		child.once("exit", () => resolve()).once("error", () => resolve());
	});

	async function verify(
		request: PactChildRequest,
		signal: AbortSignal,
	): Promise<string> {
		let answer: PactChildAnswer | undefined;
		const stop = (): boolean => child.kill("SIGKILL");
		signal.addEventListener("abort", stop, { once: true });
		words = "";
		const answered = new Promise<void>((resolve) => {
			child.once("message", (told: PactChildAnswer) => {
				answer = told;
				resolve();
			});
		});
		// One that has ended is told of by `ended`, so nobody has to listen to the error.
		child.send(request, () => {});
		await Promise.race([answered, ended]);
		signal.removeEventListener("abort", stop);
		if (signal.aborted) throw signal.reason;
		if (answer && "results" in answer) return answer.results;
		throw new VerificationError(
			`Pact's verifier failed: ${answer?.error ?? words.trim()}. See --log debug.`,
		);
	}
	return {
		verify,
		async [Symbol.asyncDispose]() {
			// It has nothing to finish, and might not end by itself.
			child.kill("SIGKILL");
			await ended;
		},
	};
}

interface ToldResults {
	readonly errors?: readonly ToldError[];
	readonly pendingErrors?: readonly ToldError[];
	readonly interactionResults?: readonly { readonly description: string }[];
}

interface ToldError {
	readonly interaction: string;
	readonly mismatch: {
		readonly type: string;
		readonly message?: string;
		readonly mismatches?: Parameters<typeof readMismatches>[0];
	};
}

function mismatchesOf({ mismatch }: ToldError): readonly Mismatch[] {
	if (mismatch.mismatches) return readMismatches(mismatch.mismatches);
	const message = mismatch.message ?? "could not be carried out";
	return [{ where: "status", expected: "an answer", actual: "none", message }];
}

export interface PactRunParts {
	/** Given the words of a verifier of its own. */
	readonly onOutput?: ((text: string) => void) | undefined;
	/** One of its own when absent. */
	readonly verifier?: PactVerifier | undefined;
}

/**
 * @param descriptions of all interactions in the file
 * @throws VerificationError where the verifier failed, or told of other interactions than there are
 */
export async function runPact(
	request: PactChildRequest,
	descriptions: readonly string[],
	signal: AbortSignal,
	{ onOutput, verifier }: PactRunParts = {},
): Promise<PactResults> {
	if (verifier)
		return readResults(await verifier.verify(request, signal), descriptions);
	await using own = startPactVerifier(onOutput);
	return readResults(await own.verify(request, signal), descriptions);
}

function readResults(
	json: string,
	descriptions: readonly string[],
): PactResults {
	const told: ToldResults = JSON.parse(json);
	const carriedOut = new Set(
		(told.interactionResults ?? []).map(({ description }) => description),
	);
	if (
		carriedOut.size !== descriptions.length ||
		!descriptions.every((each) => carriedOut.has(each))
	)
		throw new VerificationError(
			`Pact's verifier told of ${carriedOut.size} interactions, and there are ${descriptions.length}. See --log debug.`,
		);
	const failed = [...(told.errors ?? []), ...(told.pendingErrors ?? [])];
	const results = new Map<string, readonly Mismatch[]>(
		descriptions.map((description) => [description, []]),
	);
	for (const error of failed) {
		// Pact puts names and states before the description, any of which may hold " - " too.
		const description = descriptions
			.filter((each) => error.interaction.endsWith(` - ${each}`))
			.sort((a, b) => b.length - a.length)[0];
		if (description === undefined)
			throw new VerificationError(
				`Pact's verifier told of an interaction that is not there: ${error.interaction}.`,
			);
		results.set(description, mismatchesOf(error));
	}
	return results;
}
