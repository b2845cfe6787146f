import { findLedger } from "../../config/project-files.ts";
import {
	type ExampleRequest,
	recordVerdicts,
	type Verification,
	VerificationError,
	verify,
} from "../../entries/verify.ts";
import { validators } from "../../schemas/generated/command-validators.ts";
import type { MockDocument } from "../../service/load-document.ts";
import { mapValues } from "../../values/json.ts";
import { plainLines } from "../../values/plain.ts";
import { adoptVerdicts } from "../../verification/ledger/record-verdicts.ts";
import type { SuiteUse } from "../../verification/report.ts";
import { summarizeResults } from "../../verification/reports/results.ts";
import {
	formatAnnotations,
	requireStepSummary,
	writeReports,
} from "../../verification/reports/write-reports.ts";
import { readFileOf } from "../options/read-json.ts";
import { readProject } from "../options/serve-flags.ts";
import { UsageError } from "../options/usage-error.ts";
import { formatVerificationSummary } from "./format-verification-summary.ts";
import { nextStep } from "./next-step.ts";
import {
	createProgress,
	missingLedger,
	readServiceOptions,
	type VerifyFlags,
} from "./verify-flags.ts";

const REMEDY =
	'Write an object by operation, like {"<operationId>": {"query": "?limit=1"}}, with a "body" if the operation requires one.';

/** @throws UsageError if the file cannot be read, or does not contain requests by operation as JSON */
export async function readExamples(
	file: string,
): Promise<Readonly<Record<string, ExampleRequest>>> {
	const { Examples } = validators;
	const examples = await readFileOf(file, Examples, "examples", REMEDY);
	return mapValues(examples, ({ query = "", body }) => ({
		query: query === "" ? "" : query.replace(/^\??/, "?"),
		body,
	}));
}

/** The reason why operations with valid examples have no checks. */
const UNCHECKED =
	"No checks are derived for paths whose records no other operation creates or lists, nor yet for required headers or cookies.";

/**
 * Reads the file that the reporter of the test kit writes.
 * @throws UsageError if the file cannot be read, has another format, or is empty
 */
export async function readUsed(file: string): Promise<SuiteUse> {
	const used = await readFileOf(
		file,
		validators.UsedAssumptions,
		"used assumptions",
		"Pass the file that zaps-understudy/vitest/reporter writes with the option json.",
	);
	if (used.tests === 0 && used.assumptions.length === 0)
		throw new UsageError(
			`The file ${file} names no assumption: run the whole test suite with zaps-understudy/vitest/reporter first.`,
		);
	return used;
}

export const DEFAULT_WAIT_S = 30;

const printError = (message: string): void => {
	process.stderr.write(`understudy: ${plainLines(message)}\n`);
};

/** Returns the results or, if nothing could be verified, the reason. */
async function verifyWithFlags(
	baseUrl: string,
	flags: VerifyFlags,
	ledger: string | undefined,
	document: MockDocument | undefined,
): Promise<{ readonly found: Verification; readonly problem?: string }> {
	const { log, examples, used, wait } = flags;
	const requests = examples === undefined ? {} : await readExamples(examples);
	const suite = used === undefined ? undefined : await readUsed(used);
	const isDebug = log === "debug";
	const progress = createProgress(
		log === "silent" ? undefined : process.stderr,
	);
	try {
		requireStepSummary(flags.report ?? []);
		const found = await verify(baseUrl, {
			...flags,
			...readServiceOptions(flags),
			document,
			pacts: flags.pact,
			ledger,
			used: suite,
			waitS: wait === true ? DEFAULT_WAIT_S : wait,
			examples: requests,
			onProgress: progress.show,
			onPactOutput: isDebug ? (text) => process.stderr.write(text) : undefined,
		});
		return { found };
	} catch (error) {
		const isExpected = error instanceof VerificationError;
		if (isExpected && error.verification)
			return { found: error.verification, problem: error.message };
		if (isDebug && !isExpected) throw error;
		const message = isExpected
			? error.message
			: `The verification failed unexpectedly: ${String(error)}. Run it again with --log debug for details.`;
		throw new UsageError(message, { cause: error });
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
	const { verbose, report = [], record, providerVersion, allowMock } = flags;
	const { config, document } = await readProject(flags);
	const ledger = flags.ledger ?? findLedger(config?.flags.ledger);
	if (record && ledger === undefined) throw missingLedger();
	const { found, problem } = await verifyWithFlags(
		baseUrl,
		flags,
		ledger,
		document,
	);
	const errors: string[] = [];
	const keepError = (error: unknown): undefined => {
		if (!(error instanceof VerificationError)) throw error;
		errors.push(error.message);
	};
	const recording =
		record && ledger !== undefined
			? await recordVerdicts(found, {
					...{ document, ledger, providerVersion, allowMock },
				}).then((changes) => ({ ledger, changes }), keepError)
			: undefined;
	const verification = recording ? adoptVerdicts(found) : found;
	const results = summarizeResults(verification);
	const isSilent = flags.log === "silent";
	const columns = process.stdout.isTTY ? process.stdout.columns : undefined;
	if (!isSilent)
		console.log(formatVerificationSummary(results, columns, verbose, record));
	const isGithub =
		process.env.GITHUB_ACTIONS === "true" ||
		report.some(({ format }) => format === "github");
	if (isGithub)
		for (const line of formatAnnotations(results)) console.log(line);
	await writeReports(results, report).catch(keepError);
	for (const error of errors) printError(error);
	if (!isSilent) verification.ledgerNotes?.forEach(printError);
	const { unchecked = [], invalidExamples = [] } = verification;
	const hasOthers = unchecked.length > invalidExamples.length;
	const reasons = [...invalidExamples, ...(hasOthers ? [UNCHECKED] : [])];
	if (!isSilent && unchecked.length > 0)
		printError(`Not checked: ${unchecked.join(", ")}. ${reasons.join(" ")}`);
	const exitCode = verification.exitCode || (errors.length > 0 ? 2 : 0);
	const isOwn = document !== undefined;
	const conclusion = problem ?? nextStep(results, { recording, isOwn });
	if (problem ?? verification.exitCode === 2) printError(conclusion);
	// After a failed recording, the error contains the next step.
	else if (!isSilent && (verification.exitCode === 1 || exitCode === 0))
		console.log(`  ${conclusion}\n`);
	return exitCode;
}
