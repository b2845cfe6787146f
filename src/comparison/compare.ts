import type { DocumentService } from "../behaviors/create-service.ts";
import { createSubject } from "../checks/create-subject.ts";
import type { Engine } from "../engine/engine.ts";
import { createHider } from "../values/create-hider.ts";
import { VerificationError } from "../verification/errors.ts";
import { repeatDisturbed } from "../verification/requests/repeat-disturbed.ts";
import { createSend } from "../verification/requests/send.ts";
import { readBaseUrl } from "../verification/run/check-input.ts";
import type { VerifyOptions } from "../verification/verify-options.ts";
import {
	type ComparisonReport,
	createReport,
	readCommand,
	type ShownDisagreement,
	showDisagreements,
} from "./comparison-report.ts";
import { listOperations } from "./operation.ts";
import { type Progress, runComparison } from "./run-comparison.ts";
import { createMockSessions } from "./sides.ts";
import type { Step } from "./step.ts";

export interface CompareOptions
	extends Pick<VerifyOptions, "headers" | "ca" | "allowWrites" | "timeoutMs"> {
	/** The number of sequences. By default, as many as the time allows. */
	readonly runs?: number;
	/** The number of requests of each sequence. Defaults to 20. */
	readonly steps?: number;
	/** The whole number that determines the sequences. Defaults to 1. */
	readonly seed?: number;
	/** The limit for the whole run, in seconds. Defaults to 60. */
	readonly timeS?: number;
	/** How many sequences are played at the same time. Defaults to 1. */
	readonly concurrency?: number;
	/** The lowest share of responses that must agree. Defaults to 1. */
	readonly min?: number;
	/** A report whose disagreements are played again, instead of random sequences. */
	readonly replay?: Pick<ComparisonReport, "disagreements"> | undefined;
	/** Ends the run. The result contains everything that was found before. */
	readonly signal?: AbortSignal | undefined;
	/** Called after each sequence. */
	readonly onProgress?: ((progress: Progress) => void) | undefined;
}

/** The result of a comparison. */
export interface Comparison {
	/** 0: enough responses agree. 1: fewer than `min`. 2: the comparison could not tell. */
	readonly exitCode: 0 | 1 | 2;
	readonly report: ComparisonReport;
	/** The base URL of the service. */
	readonly provider: string;
	/** The time when the comparison began, in RFC 3339. */
	readonly startedAt: string;
	/** The disagreements with the requests and both responses. */
	readonly shown: readonly ShownDisagreement[];
	readonly seed: number;
	/** The reasons why some sequences ended early: predicates whose subject is the service. */
	readonly untold: readonly string[];
}

/** How long requests in progress may take after the time of the run, in milliseconds. */
const GRACE_MS = 4_000;
const TIMEOUT_MS = 10_000;

/** @throws VerificationError if a command in the report comes from another version */
function readSequences(
	replay: NonNullable<CompareOptions["replay"]>,
): (readonly Step[])[] {
	return replay.disagreements.map(({ sequence }) =>
		sequence.map((command) => {
			const step = readCommand(command);
			if (step) return step;
			throw new VerificationError(
				`The report to replay has no step in: ${command}. Pass a file that --report json=<file> has written.`,
			);
		}),
	);
}

const OPTIONS = { steps: 20, seed: 1, concurrency: 1 };

/**
 * Plays random sequences of requests on a mock and on the service at the base URL, and compares their responses.
 * @param document the document that both follow
 * @param engine the mock, which starts without records
 * @throws VerificationError if nothing could be compared, because of invalid arguments, or because no operation can
 * be called
 */
export async function compareService(
	document: DocumentService,
	engine: Engine,
	baseUrl: string,
	given: CompareOptions = {},
): Promise<Comparison> {
	const { headers = {}, ca, timeoutMs = TIMEOUT_MS, min = 1 } = given;
	const { timeS = 60, runs = Number.MAX_SAFE_INTEGER, replay } = given;
	const { steps, seed, concurrency } = { ...OPTIONS, ...given };
	const provider = readBaseUrl(baseUrl, given.allowWrites ?? false);
	const startedAt = new Date().toISOString();
	const subject = createSubject(document);
	const operations = listOperations(subject);
	if (operations.length === 0)
		throw new VerificationError(
			"There is nothing to compare: no valid request can be sent to any operation. Give parameters and bodies valid examples in the document, or add operations that create the records of their paths.",
		);
	const timeMs = timeS * 1000;
	const signal = AbortSignal.any([
		AbortSignal.timeout(timeMs + GRACE_MS),
		...(given.signal ? [given.signal] : []),
	]);
	const send = createSend({
		...{ baseUrl: provider, headers, ca, timeoutMs, signal },
		keepsConnections: true,
	});
	const run = await runComparison({
		...{ subject, operations, signal, runs, steps, seed, timeMs, concurrency },
		openMock: createMockSessions(engine),
		send: repeatDisturbed(send, signal, timeMs),
		...(replay && { replayed: readSequences(replay) }),
		...(given.onProgress && { onProgress: given.onProgress }),
	});
	const hide = createHider(Object.entries(headers));
	const shown = hide(showDisagreements(provider, run));
	const report = hide(createReport(run, shown));
	const untold = [...run.untold.keys()];
	const isUntold = report.steps === 0 || untold.length > 0;
	const isEnough = report.fidelity >= min;
	return {
		exitCode: report.steps > 0 && !isEnough ? 1 : isUntold ? 2 : 0,
		...{ report, provider, startedAt, shown, seed, untold: hide(untold) },
	};
}
