import { basename, relative } from "node:path";
import { type Alignment, align, type Source } from "../../alignment/align.ts";
import {
	describeEvidence,
	describeLesson,
} from "../../alignment/describe-lesson.ts";
import { formatDiff } from "../../alignment/format-diff.ts";
import type { Service } from "../../alignment/lesson.ts";
import { createReport, formatMarkdown } from "../../alignment/report.ts";
import { findLedger } from "../../config/project-files.ts";
import type { MockDocument } from "../../service/load-document.ts";
import { commandLine } from "../../values/command-line.ts";
import { createHider, type Hide } from "../../values/create-hider.ts";
import { plain, plainLines } from "../../values/plain.ts";
import { plural } from "../../values/plural.ts";
import { formatEvidence } from "../../verification/ledger/record-verdicts.ts";
import { writeReport } from "../../verification/reports/write-reports.ts";
import { createSend } from "../../verification/requests/send.ts";
import { readProject } from "../options/serve-flags.ts";
import { UsageError } from "../options/usage-error.ts";
import { DEFAULT_WAIT_S, readExamples } from "../verify/run-verification.ts";
import {
	type AlignFlags,
	createProgress,
	readServiceOptions,
} from "../verify/verify-flags.ts";
import { askService, recallService } from "./ask-service.ts";
import { readTraffic, type Traffic } from "./read-traffic.ts";
import { createAlignmentWriter, readSource } from "./write-alignment.ts";

/** Returns the proposals as a unified diff, and the open questions. */
export function formatAlignment(
	{ source, texts, proposals, undecided, applied }: Alignment,
	start: Source,
): { readonly diff: string; readonly questions: readonly string[] } {
	const after = applied > 0 ? source.texts : texts;
	const reasons = proposals.map((each) => ({
		lines: each.lines,
		words: `${describeLesson(each)} (${describeEvidence(each)})`,
	}));
	return {
		diff: Array.from(start.texts, ([path, before]) =>
			formatDiff(
				relative("", path),
				before,
				after.get(path) ?? before,
				reasons,
			),
		).join(""),
		questions: undecided.map(({ why, question }) => `${why} ${question}`),
	};
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

function conclude(
	{ proposals, undecided, applied, rounds }: Alignment,
	{ apply, traffic }: AlignFlags,
): string {
	if (proposals.length + undecided.length === 0)
		return traffic === undefined
			? "The service does what the document says: there is nothing to learn."
			: "The traffic shows nothing else than the document says: there is nothing to learn.";
	const questions = plural(undecided.length, "question");
	if (proposals.length === 0) return `Nothing to write. ${questions} for you.`;
	const more = undecided.length > 0 ? ` ${questions} for you.` : "";
	return apply === undefined
		? `${plural(proposals.length, "proposal")}. Run again with --apply to write them.${more}`
		: `Wrote ${applied} of ${plural(proposals.length, "proposal")} in ${plural(rounds, "round")}.${more}`;
}

const DAY_MS = 24 * 3_600_000;

/** Returns what an alignment learns from: the service, or recorded traffic, with the credentials of its requests. */
async function chooseService(
	baseUrl: string | undefined,
	flags: AlignFlags,
	document: MockDocument,
	onProgress: (message: string) => void,
): Promise<{
	readonly service: Service;
	readonly credentials: Traffic["credentials"];
	/** The headers that every request has in addition. */
	readonly headerNames: readonly string[];
}> {
	const { traffic, wait, providerVersion: version, allowMock } = flags;
	const access = readServiceOptions(flags);
	if (traffic !== undefined) {
		const read = await readTraffic(traffic, document, baseUrl);
		const now = new Date().toISOString();
		const evidence = formatEvidence(basename(traffic), now, version);
		return {
			service: recallService(read, document, flags.only, evidence),
			...{ credentials: read.credentials, headerNames: [] },
		};
	}
	if (baseUrl === undefined)
		throw new UsageError(
			"Pass the base URL of the service, or recorded traffic with --traffic.",
		);
	const { headers = {}, ca, timeoutMs = 10_000 } = access;
	const examples =
		flags.examples === undefined ? {} : await readExamples(flags.examples);
	const send = createSend({
		baseUrl: baseUrl.replace(/\/$/, ""),
		...{ headers, ca, timeoutMs, signal: AbortSignal.timeout(DAY_MS) },
	});
	const options = {
		...{ ...access, examples, states: flags.states, onProgress },
		waitS: wait === true ? DEFAULT_WAIT_S : wait,
	};
	const asking = { options, send, allowMock, version };
	return {
		service: askService(baseUrl, document, asking),
		credentials: Object.entries(headers),
		headerNames: Object.keys(headers),
	};
}

/** Redacts any number of credentials, one after the other. A single hider would redact everything if there are too many. */
function createHideAll(credentials: Traffic["credentials"]): Hide {
	const parts = credentials.flatMap(([name, value]) =>
		(/^cookie$/i.test(name) ? value.split("; ") : [value]).map(
			(part) => [name, part] as const,
		),
	);
	const unique = new Map(parts.map((each) => [each.join(": "), each]));
	const hiders = Array.from(unique.values(), (each) => createHider([each]));
	return (data) => hiders.reduce((before, hide) => hide(before), data);
}

async function writeReports(
	alignment: Alignment,
	reports: NonNullable<AlignFlags["report"]>,
	headerNames: readonly string[],
	hide: Hide,
): Promise<void> {
	for (const { format, file } of reports) {
		const text =
			format === "json"
				? `${JSON.stringify(hide(createReport(alignment, headerNames)), null, 2)}\n`
				: hide(formatMarkdown(alignment));
		await writeReport({ format, file }, text);
	}
}

/**
 * Runs `understudy align` and returns its exit code.
 * @throws UsageError if nothing can be learnt from the service
 */
export async function runAlignment(
	baseUrl: string | undefined,
	flags: AlignFlags,
): Promise<0 | 1 | 2> {
	const { apply, report = [], log } = flags;
	const { document, ledger } = await requireOwnDocument(flags);
	const writer = createAlignmentWriter(document.file, ledger);
	if (apply !== undefined) await writer.recover();
	const start = await readSource(document.file);
	const progress = createProgress(
		log === "silent" ? undefined : process.stderr,
	);
	const chosen = await chooseService(baseUrl, flags, document, progress.show);
	const hide = createHideAll(chosen.credentials);
	let texts = start.texts;
	const alignment = await align(start, chosen.service, {
		hide,
		apply: apply === true ? "all" : apply,
		async write(after, teaching) {
			const source = await writer.write(texts, after, teaching);
			texts = source.texts;
			return source;
		},
	}).finally(progress.end);
	const { source, teaching } = alignment;
	if (teaching) await writer.finish(source, teaching);
	await writeReports(alignment, report, chosen.headerNames, hide);
	if (log !== "silent") {
		const { diff, questions } = formatAlignment(alignment, start);
		process.stdout.write(plainLines(hide(diff)));
		for (const question of questions) console.log(`? ${plain(hide(question))}`);
		process.stderr.write(`${conclude(alignment, flags)}\n`);
	}
	if (alignment.proposals.length > 0) return 1;
	return alignment.undecided.length > 0 ? 2 : 0;
}
