import { findLedger } from "../../config/project-files.ts";
import {
	recordVerdicts,
	type Verification,
	VerificationError,
	verify,
} from "../../entries/verify.ts";
import { isInstalled } from "../../service/package-info.ts";
import { commandLine } from "../../values/command-line.ts";
import { adoptVerdicts } from "../../verification/ledger/record-verdicts.ts";
import { formatAnnotations } from "../../verification/reports/format-annotations.ts";
import { summarizeResults } from "../../verification/reports/results.ts";
import {
	requireStepSummary,
	writeReports,
} from "../../verification/reports/write-reports.ts";
import { readConfig } from "../options/serve-flags.ts";
import { UsageError } from "../options/usage-error.ts";
import { formatVerificationSummary } from "./format-verification-summary.ts";
import { nextStep } from "./next-step.ts";
import { readExamples, readUsed } from "./read-json-files.ts";
import { createProgress } from "./verification-progress.ts";
import type { VerifyFlags } from "./verify-command.ts";
import { readServiceOptions } from "./verify-command.ts";

const DEFAULT_WAIT_S = 30;

const printError = (message: string): void => {
	process.stderr.write(`understudy: ${message}\n`);
};

async function verifyWithFlags(
	baseUrl: string,
	flags: VerifyFlags,
	ledger: string | undefined,
): Promise<{
	readonly found: Verification;
	/** Why nothing could be verified. */
	readonly problem?: string;
}> {
	const { log } = flags;
	const examples =
		flags.examples === undefined ? {} : await readExamples(flags.examples);
	const used =
		flags.used === undefined ? undefined : await readUsed(flags.used);
	const output = log === "silent" ? undefined : process.stderr;
	const progress = createProgress(output);
	try {
		requireStepSummary(flags.report ?? []);
		const found = await verify(baseUrl, {
			...flags,
			...readServiceOptions(flags),
			pacts: flags.pact,
			ledger,
			used,
			waitS: flags.wait === true ? DEFAULT_WAIT_S : flags.wait,
			examples,
			onProgress: progress.show,
			onPactOutput:
				log === "debug" ? (text) => process.stderr.write(text) : undefined,
		});
		return { found };
	} catch (error) {
		if (error instanceof VerificationError && error.verification)
			return { found: error.verification, problem: error.message };
		if (error instanceof VerificationError)
			throw new UsageError(error.message, { cause: error });
		if (log === "debug") throw error;
		throw new UsageError(
			`The verification failed unexpectedly: ${String(error)}. Run it again with --log debug for details.`,
			{ cause: error },
		);
	} finally {
		progress.end();
	}
}

/**
 * Runs `understudy verify` and returns its exit code.
 * @throws UsageError if the service could not be verified
 */
export async function runVerification(
	baseUrl: string,
	flags: VerifyFlags,
): Promise<Verification["exitCode"]> {
	const { log, verbose, report = [], providerVersion } = flags;
	const ledger = flags.ledger ?? findLedger((await readConfig())?.flags.ledger);
	if (flags.record && ledger === undefined)
		throw new UsageError(
			`There is no ledger to record in. Write one with \`${commandLine("ledger init")}\`, or pass one with --ledger.`,
		);
	const { found, problem } = await verifyWithFlags(baseUrl, flags, ledger);
	const errors: string[] = [];
	const attempt = async <T>(action: () => Promise<T>) => {
		try {
			return await action();
		} catch (error) {
			if (!(error instanceof VerificationError)) throw error;
			errors.push(error.message);
			return undefined;
		}
	};
	const record = async (file: string) => ({
		ledger: file,
		changes: await recordVerdicts(found, {
			ledger: file,
			providerVersion,
			allowMock: flags.allowMock,
		}),
	});
	const recording =
		flags.record && ledger !== undefined
			? await attempt(() => record(ledger))
			: undefined;
	const verification = recording ? adoptVerdicts(found) : found;
	const results = summarizeResults(verification);
	if (log !== "silent")
		console.log(
			formatVerificationSummary(
				results,
				process.stdout.isTTY ? process.stdout.columns : undefined,
				verbose,
				flags.record,
			),
		);
	const isGithub =
		process.env.GITHUB_ACTIONS === "true" ||
		report.some(({ format }) => format === "github");
	if (isGithub)
		for (const line of formatAnnotations(results)) console.log(line);
	await attempt(() => writeReports(results, report));
	for (const error of errors) printError(error);
	if (log !== "silent")
		for (const note of verification.ledgerNotes ?? []) printError(note);
	const exitCode = verification.exitCode || (errors.length > 0 ? 2 : 0);
	const conclusion = problem ?? nextStep(results, recording, isInstalled);
	if (verification.exitCode === 2) printError(conclusion);
	// After a failed recording, its error says what to do.
	else if (log !== "silent" && (verification.exitCode === 1 || exitCode === 0))
		console.log(`  ${conclusion}\n`);
	return exitCode;
}
