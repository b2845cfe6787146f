import { assembleVerification } from "./assemble-verification.ts";
import type { Contract } from "./contract.ts";
import { createPatientSend } from "./create-patient-send.ts";
import type { CheckResult } from "./judge.ts";
import { readPacts } from "./pact/pact-files.ts";
import { verifyPact } from "./pact/verify-pact.ts";
import { probeSurface, type SurfaceResult } from "./probe-surface.ts";
import { readBaseUrl } from "./read-base-url.ts";
import type { Verification } from "./report.ts";
import type {
	InternalVerifyOptions,
	VerificationContext,
	VerifyOptions,
} from "./verify-options.ts";
import { runProbes } from "./run-probes.ts";
import { createSend } from "./send.ts";
import { VerificationError } from "./verification-error.ts";

function refuseUnknownOperations(
	contract: Contract,
	names: readonly string[],
	option: string,
): void {
	const known = contract.operations.map(({ id }) => id);
	const unknown = names.find((name) => !known.includes(name));
	if (unknown !== undefined)
		throw new VerificationError(
			`${option} names no operation: "${unknown}". Use ${known.join(", ")}.`,
		);
}

function reachedOf(surface: readonly SurfaceResult[]): Set<string> {
	return new Set(
		surface
			.filter(({ verdict }) => verdict !== "not verified")
			.map(({ operation }) => operation),
	);
}

async function run(
	contract: Contract,
	provider: string,
	options: VerifyOptions,
	parts: InternalVerifyOptions,
	signal: AbortSignal,
): Promise<Verification> {
	const startedAt = new Date();
	const begun = performance.now();
	const {
		pacts: given,
		only,
		examples = {},
		timeoutMs = 10_000,
		strict = false,
		onProgress,
	} = options;
	const pacts = await readPacts(given ?? [contract.pact], contract.consumer);
	const plainSend = createSend({
		baseUrl: provider,
		headers: options.headers ?? {},
		timeoutMs,
		signal,
	});

	onProgress?.("surface");
	const operations = contract.operations.filter(
		({ id }) => only === undefined || only.includes(id),
	);
	const surface = await probeSurface(operations, examples, plainSend);
	const { send, timedOut } = createPatientSend(plainSend);
	const reached = reachedOf(surface);
	const judged: CheckResult[] = [];
	if (reached.size > 0) {
		const context: VerificationContext = {
			contract,
			options,
			parts,
			send,
			signal,
			timeoutMs,
			reached,
		};
		for (const pact of pacts) judged.push(...(await verifyPact(context, pact)));
		if (pacts.some(({ external }) => !external))
			judged.push(...(await runProbes(context)));
		const isBroken = surface.some(({ verdict }) => verdict === "failed");
		if (given && judged.length === 0 && !parts.includes && !isBroken)
			throw new VerificationError(
				`There is nothing to verify: no interaction of ${[...reached].join(", ")} in ${given.join(", ")}. Pass other pacts, or another --only.`,
			);
	}
	const durationMs = Math.round(performance.now() - begun);
	return assembleVerification(contract, {
		provider,
		startedAt,
		durationMs,
		surface,
		judged,
		strict,
		timedOut: timedOut(),
	});
}

/**
 * Verifies that a real implementation behaves as the contract says.
 * @throws VerificationError where nothing could be verified: bad arguments, unreadable pacts, the deadline
 */
export async function verifyContract(
	contract: Contract,
	baseUrl: string,
	options: VerifyOptions = {},
	parts: InternalVerifyOptions = {},
): Promise<Verification> {
	const provider = readBaseUrl(baseUrl, options.allowWrites ?? false);
	refuseUnknownOperations(contract, options.only ?? [], "--only");
	refuseUnknownOperations(
		contract,
		Object.keys(options.examples ?? {}),
		"--examples",
	);
	const { deadlineS = 120 } = options;
	const controller = new AbortController();
	const deadline = new VerificationError(
		`The verification did not end within its deadline of ${deadlineS} s. Pass --deadline for a longer one, or --only for fewer operations.`,
	);
	const timer = setTimeout(() => controller.abort(deadline), deadlineS * 1000);
	try {
		const verification = await run(
			contract,
			provider,
			options,
			parts,
			controller.signal,
		);
		controller.signal.throwIfAborted();
		return verification;
	} catch (error) {
		throw controller.signal.aborted ? controller.signal.reason : error;
	} finally {
		clearTimeout(timer);
	}
}
