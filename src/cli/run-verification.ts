import { formatAnnotations } from "../verification/reports/format-annotations.ts";
import { writeReports } from "../verification/reports/write-reports.ts";
import {
	recordVerdicts,
	shippedLedger,
	type Verification,
	VerificationError,
	verify,
} from "../verify.ts";
import { formatVerificationSummary } from "./format-verification-summary.ts";
import { nextStep, type Recording } from "./next-step.ts";
import { readExamples } from "./read-examples.ts";
import { UsageError } from "./usage-error.ts";
import { createProgress } from "./verification-progress.ts";
import { readHeaders, type VerifyFlags } from "./verify-flags.ts";

type ExitCode = Verification["exitCode"];

const complain = (message: string): void => {
	process.stderr.write(`understudy: ${message}\n`);
};

async function verifyByFlags(
	baseUrl: string,
	flags: VerifyFlags,
): Promise<Verification> {
	const { pact, header, examples, states, only, ledger, log } = flags;
	const progress = createProgress(
		log === "silent" ? undefined : process.stderr,
	);
	try {
		return await verify(baseUrl, {
			...(pact && { pacts: pact }),
			...(header && { headers: readHeaders(header) }),
			...(examples !== undefined && { examples: await readExamples(examples) }),
			...(states !== undefined && { states }),
			...(only && { only }),
			...(ledger !== undefined && { ledger }),
			allowWrites: flags.allowWrites,
			strict: flags.strict,
			timeoutMs: flags.timeout,
			deadlineS: flags.deadline,
			onProgress: progress.tell,
			...(log === "debug" && {
				onPactOutput: (text) => process.stderr.write(text),
			}),
		});
	} finally {
		progress.end();
	}
}

async function recordByFlags(
	verification: Verification,
	{ record, ledger = shippedLedger, providerVersion }: VerifyFlags,
): Promise<Recording | undefined> {
	if (!record) return undefined;
	return {
		ledger,
		changes: await recordVerdicts(verification, { ledger, providerVersion }),
	};
}

/** Does what is left to do, and tells of what fails: 1 outranks 2. */
async function orComplain<T>(
	action: () => Promise<T>,
	exitCode: ExitCode,
): Promise<{ value?: T; exitCode: ExitCode }> {
	try {
		return { value: await action(), exitCode };
	} catch (error) {
		if (!(error instanceof VerificationError)) throw error;
		complain(error.message);
		return { exitCode: exitCode === 1 ? 1 : 2 };
	}
}

/**
 * `understudy verify`, from its flags to its exit code.
 * @throws UsageError where it could not be verified, in one sentence
 */
export async function runVerification(
	baseUrl: string,
	flags: VerifyFlags,
): Promise<ExitCode> {
	const verification = await verifyByFlags(baseUrl, flags).catch((error) => {
		if (error instanceof UsageError) throw error;
		if (error instanceof VerificationError)
			throw new UsageError(error.message, { cause: error });
		if (flags.log === "debug") throw error;
		throw new UsageError(
			`The verification itself failed: ${String(error)}. See --log debug.`,
			{ cause: error },
		);
	});
	const isQuiet = flags.log === "silent";
	if (!isQuiet)
		console.log(
			formatVerificationSummary(verification, process.stdout.columns ?? 100),
		);
	if (process.env.GITHUB_ACTIONS === "true")
		for (const line of formatAnnotations(verification)) console.log(line);

	const written = await orComplain(
		() => writeReports(verification, flags.report ?? []),
		verification.exitCode,
	);
	const { value: recording, exitCode } = await orComplain(
		() => recordByFlags(verification, flags),
		written.exitCode,
	);
	const conclusion = nextStep(verification, recording);
	if (verification.exitCode === 2) complain(conclusion);
	else if (!isQuiet) console.log(`  ${conclusion}\n`);
	return exitCode;
}
