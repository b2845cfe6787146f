import { readFile } from "node:fs/promises";
import { relative } from "node:path";
import {
	type Alignment,
	align,
	digestSource,
	type Source,
} from "../../alignment/align.ts";
import {
	describeEvidence,
	describeLesson,
} from "../../alignment/describe-lesson.ts";
import { formatDiff } from "../../alignment/format-diff.ts";
import { createReport, formatMarkdown } from "../../alignment/report.ts";
import { teachLedger } from "../../alignment/teach-ledger.ts";
import { findLedger } from "../../config/project-files.ts";
import { VerificationError } from "../../entries/verify.ts";
import {
	loadDocument,
	type MockDocument,
} from "../../service/load-document.ts";
import { commandLine } from "../../values/command-line.ts";
import { createHider } from "../../values/create-hider.ts";
import { plural } from "../../values/plural.ts";
import { formatEvidence } from "../../verification/ledger/record-verdicts.ts";
import type { Verification } from "../../verification/report.ts";
import { writeReport } from "../../verification/reports/write-reports.ts";
import { createSend } from "../../verification/requests/send.ts";
import { readProject } from "../options/serve-flags.ts";
import { UsageError } from "../options/usage-error.ts";
import { DEFAULT_WAIT_S, readExamples } from "../verify/run-verification.ts";
import { createProgress } from "../verify/verification-progress.ts";
import { type AlignFlags, readServiceOptions } from "../verify/verify-flags.ts";
import { askService } from "./ask-service.ts";
import { replaceFile } from "./write-files.ts";

async function readSource(document: MockDocument): Promise<Source> {
	const texts = new Map<string, string>();
	for (const file of document.files)
		texts.set(file, await readFile(file, "utf8"));
	return { document, file: document.file, texts };
}

/** @throws UsageError for the document of the package, which must not be edited */
async function requireOwnDocument(flags: AlignFlags) {
	const { config, document } = await readProject(flags);
	if (!document)
		throw new UsageError(
			`There is no document of yours to edit. Write a copy with \`${commandLine("init")}\`, or pass one with --document.`,
		);
	return { document, ledger: flags.ledger ?? findLedger(config?.flags.ledger) };
}

/** Returns why nothing can be learnt from a verification; undefined if something can. */
function explainFailure(
	{ notices, notRecordable, isMock, exitCode }: Verification,
	allowMock: boolean,
): string | undefined {
	if (isMock && !allowMock)
		return "Nothing was learnt: the header Mock-Assumptions shows that this service is a mock. Align with the real service, or pass --allow-mock.";
	const unreliable = notRecordable ?? (exitCode === 2 ? notices[0] : undefined);
	if (unreliable === undefined) return undefined;
	// A reason that consists of whole sentences ends with its own remedy.
	const remedy = unreliable.endsWith(".") ? "" : ". Fix that and run again.";
	return `Nothing was learnt: ${unreliable}${remedy}`;
}

/** Prints the proposals as a unified diff, and the open questions. */
function printAlignment(alignment: Alignment, start: Source): void {
	const { source, texts, proposals, undecided, applied } = alignment;
	const after = applied > 0 ? source.texts : texts;
	const reasons = proposals.map((each) => ({
		lines: each.lines,
		words: `${describeLesson(each)} (${describeEvidence(each)})`,
	}));
	for (const [path, before] of start.texts) {
		const edited = after.get(path) ?? before;
		process.stdout.write(
			formatDiff(relative("", path), before, edited, reasons),
		);
	}
	for (const { why, question } of undecided)
		console.log(`? ${why} ${question}`);
}

function conclude(
	{ proposals, undecided, applied, rounds }: Alignment,
	apply: AlignFlags["apply"],
): string {
	if (proposals.length + undecided.length === 0)
		return "The service does what the document says: there is nothing to learn.";
	const questions = plural(undecided.length, "question");
	if (proposals.length === 0) return `Nothing to write. ${questions} for you.`;
	const more = undecided.length > 0 ? ` ${questions} for you.` : "";
	return apply === undefined
		? `${plural(proposals.length, "proposal")}. Run again with --apply to write them.${more}`
		: `Wrote ${applied} of ${plural(proposals.length, "proposal")} in ${plural(rounds, "round")}.${more}`;
}

async function writeLedger(
	ledger: string,
	{ taught, source, verification }: Alignment,
	version: string | undefined,
): Promise<void> {
	if (taught.size === 0) return;
	const text = await readFile(ledger, "utf8");
	await replaceFile(
		ledger,
		teachLedger(
			text,
			taught,
			digestSource(source),
			formatEvidence(verification, version),
		),
	);
}

/**
 * Runs `understudy align` and returns its exit code.
 * @throws UsageError if nothing can be learnt from the service
 */
export async function runAlignment(
	baseUrl: string,
	flags: AlignFlags,
): Promise<0 | 1 | 2> {
	const { apply, allowMock, report = [], log, providerVersion, wait } = flags;
	const { document, ledger } = await requireOwnDocument(flags);
	const start = await readSource(document);
	const service = readServiceOptions(flags);
	const { headers = {}, ca, timeoutMs = 10_000 } = service;
	const examples =
		flags.examples === undefined ? {} : await readExamples(flags.examples);
	const progress = createProgress(
		log === "silent" ? undefined : process.stderr,
	);
	const options = {
		...service,
		...{ examples, states: flags.states, onProgress: progress.show },
		waitS: wait === true ? DEFAULT_WAIT_S : wait,
	};
	const signal = AbortSignal.timeout(24 * 3_600_000);
	const send = createSend({
		baseUrl: baseUrl.replace(/\/$/, ""),
		headers,
		ca,
		timeoutMs,
		signal,
	});
	const alignment = await align(
		start,
		askService(baseUrl, document, options, send),
		{
			apply: apply === true ? "all" : apply,
			judge: (verification) => explainFailure(verification, allowMock),
			async write(texts) {
				for (const [file, text] of texts)
					if (text !== start.texts.get(file)) await replaceFile(file, text);
				return readSource(await loadDocument(document.file));
			},
		},
	)
		.catch((error) => {
			throw error instanceof VerificationError
				? new UsageError(error.message, { cause: error })
				: error;
		})
		.finally(progress.end);
	if (ledger !== undefined)
		await writeLedger(ledger, alignment, providerVersion);
	const hide = createHider(Object.entries(headers));
	for (const { format, file } of report) {
		const json = hide(createReport(alignment, Object.keys(headers)));
		const text =
			format === "json"
				? `${JSON.stringify(json, null, 2)}\n`
				: formatMarkdown(alignment);
		await writeReport({ format, file }, text);
	}
	if (log !== "silent") {
		printAlignment(alignment, start);
		process.stderr.write(`${conclude(alignment, apply)}\n`);
	}
	if (alignment.proposals.length > 0) return 1;
	return alignment.undecided.length > 0 ? 2 : 0;
}
