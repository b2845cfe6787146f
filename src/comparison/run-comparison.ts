import type { Subject } from "../checks/subject.ts";
import type { RepeatingSend } from "../verification/requests/repeat-disturbed.ts";
import type { Difference } from "./comparing.ts";
import { generateSequence } from "./generate-sequence.ts";
import type { Operation } from "./operation.ts";
import { type Play, type PlayedStep, play, type Shown } from "./play.ts";
import type { Stage } from "./playing.ts";
import { shrink } from "./shrink.ts";
import { createOtherSide, type MockSession, type Transport } from "./sides.ts";
import { createTag, type Step } from "./step.ts";
import {
	createKinds,
	createTally,
	type Found,
	type Kinds,
	type Tally,
} from "./tally.ts";

/** The input of a run. */
export interface RunOptions {
	readonly subject: Subject;
	readonly operations: readonly Operation[];
	readonly openMock: () => MockSession;
	readonly send: RepeatingSend;
	/** Ends the run. The report contains everything that was found before. */
	readonly signal: AbortSignal;
	/** The number of sequences. */
	readonly runs: number;
	/** The number of requests of each sequence. */
	readonly steps: number;
	readonly seed: number;
	readonly timeMs: number;
	/** The number of sequences that are played at the same time. */
	readonly concurrency: number;
	/** Sequences to play instead of random ones. */
	readonly replayed?: readonly (readonly Step[])[];
	readonly onProgress?: (progress: Progress) => void;
	readonly random?: () => number;
}

export interface Progress {
	readonly steps: number;
	readonly agreed: number;
	readonly leftMs: number;
	/** The current phase of the run. */
	readonly phase: "playing" | "shrinking";
}

export interface Run {
	readonly tally: Tally;
	/** The differences, confirmed twice as far as the time allowed. */
	readonly found: readonly Found[];
	/**
	 * Differences that another play of the same sequence did not show, or that occur between two plays on the service.
	 */
	readonly noise: readonly Difference[];
	/** The reasons why sequences ended early, with their number. */
	readonly untold: ReadonlyMap<string, number>;
}

/** The number of sequences that are played twice on the service. */
const NOISE_RUNS = 3;
/** The share of the time after which no sequence begins if differences were found. */
const PLAYING_SHARE = 0.6;
/** The share of the time after which no sequence begins if no differences were found. */
const WHOLE_SHARE = 0.95;
const MAX_UNTOLD = 5;
/** How long the run may exceed its time limit to confirm differences. */
const CONFIRMING_MS = 2_500;

const ELSEWHERE =
	"responds to all requests with 404. Check the path of the base URL";

/** Whether the service has none of the operations of a play. */
const isMissing = (steps: readonly PlayedStep[]): boolean =>
	steps.some(({ mock }) => mock.response.status !== 404) &&
	steps.every(({ real }) => real.response.status === 404);

/** Opens a session of the mock, and closes it after use. */
async function withSession<Result>(
	open: RunOptions["openMock"],
	use: (session: MockSession) => Promise<Result>,
): Promise<Result> {
	const session = open();
	try {
		return await use(session);
	} finally {
		await session.close();
	}
}

/** The state that the parts of a run share. */
interface Running {
	readonly options: RunOptions;
	readonly stage: Stage;
	readonly service: Transport;
	readonly kinds: Kinds;
	readonly tally: Tally;
	readonly untold: Map<string, number>;
	/** The number of sequences that were begun. */
	next: number;
	leftMs(): number;
	playOnce(sequence: readonly Step[]): Promise<Play>;
	report(phase: Progress["phase"]): void;
}

function createRunning(options: RunOptions): Running {
	const { subject, operations, signal, concurrency, timeMs } = options;
	const { random = Math.random, openMock } = options;
	const begun = performance.now();
	const leftMs = () => timeMs - (performance.now() - begun);
	const service = options.send;
	const tally = createTally();
	const stage: Stage = {
		...{ subject, signal, patience: new Map() },
		operations: new Map(operations.map((each) => [each.operation.id, each])),
		createTag: () => createTag(random),
		isShared: concurrency > 1,
		isByChance: options.send.isByChance,
	};
	return {
		...{ options, stage, service, tally, leftMs },
		kinds: createKinds(),
		...{ untold: new Map(), next: 0 },
		playOnce: (sequence) =>
			withSession(openMock, (mock) =>
				play(stage, sequence, { mock, real: service }),
			),
		report: (phase) =>
			options.onProgress?.({ ...tally.totals(), leftMs: leftMs(), phase }),
	};
}

/** Plays a sequence twice on the service, at the same time. */
async function findNoise(
	{ stage, service, kinds, options }: Running,
	sequence: readonly Step[],
): Promise<void> {
	const other = createOtherSide(service, options.random ?? Math.random);
	const sides = { mock: other, real: service };
	const { steps } = await play(stage, sequence, sides, true);
	// Each of the two plays adds items to the pages of the other one.
	for (const { differences, operation } of steps)
		if (!operation.page) differences.forEach(kinds.addNoise);
}

/**
 * Plays sequences until the number or the time limit is reached, or the service stops responding.
 * @returns whether the rest of the time is for shrinking
 */
async function playAll(running: Running): Promise<boolean> {
	const { options, tally, kinds, untold, playOnce, leftMs } = running;
	const { replayed, openMock, subject, operations, timeMs } = options;
	const last = replayed?.length ?? options.runs;
	let isCut = false;
	let untoldInARow = 0;
	const generate = (run: number): Promise<readonly Step[]> =>
		withSession(openMock, (mock) =>
			generateSequence(subject, operations, mock, {
				seed: options.seed + run,
				length: options.steps,
			}),
		);
	async function work(): Promise<void> {
		while (running.next < last && untoldInARow < MAX_UNTOLD) {
			const share = kinds.isEmpty() ? WHOLE_SHARE : PLAYING_SHARE;
			isCut = leftMs() < timeMs * (1 - share) && share === PLAYING_SHARE;
			if (leftMs() < timeMs * (1 - share)) return;
			const run = running.next++;
			const sequence = replayed?.[run] ?? (await generate(run));
			const { steps, untold: disturbed } = await playOnce(sequence);
			const isElsewhere =
				!replayed && tally.totals().steps === 0 && isMissing(steps);
			const why = disturbed ?? (isElsewhere ? ELSEWHERE : undefined);
			if (!isElsewhere) {
				tally.add(steps);
				kinds.add(sequence, steps);
			}
			untoldInARow = why === undefined ? 0 : untoldInARow + 1;
			if (why !== undefined) untold.set(why, (untold.get(why) ?? 0) + 1);
			if (run < NOISE_RUNS && !replayed) await findNoise(running, sequence);
			running.report("playing");
		}
	}
	await Promise.all(Array.from({ length: options.concurrency }, work));
	return isCut;
}

/**
 * Finds a short sequence for each kind of difference. Some of the first sequences may have shown the difference by
 * chance.
 */
async function shrinkAll(running: Running): Promise<void> {
	const { kinds, options, leftMs, playOnce, report } = running;
	for (
		let each = kinds.next();
		each && !options.signal.aborted && leftMs() > -CONFIRMING_MS;
		each = kinds.next()
	) {
		let shown: Shown | undefined;
		const byLength = each.sequences.toSorted((a, b) => a.length - b.length);
		for (const sequence of byLength)
			shown ??= await shrink(
				...([sequence, each.kind, playOnce, () => leftMs() > 0] as const),
			);
		if (shown) kinds.confirm(shown);
		else kinds.addNoise(each.difference);
		report("shrinking");
	}
}

/** Runs all sequences, and shortens the sequences that show a difference. */
export async function runComparison(options: RunOptions): Promise<Run> {
	const running = createRunning(options);
	const { kinds, tally, untold } = running;
	try {
		let isCut = true;
		while (isCut) {
			isCut = await playAll(running);
			await shrinkAll(running);
			// If all differences are noise, the rest of the time is for other sequences.
			isCut &&= kinds.isEmpty();
		}
	} catch (error) {
		if (!options.signal.aborted) throw error;
	}
	const found = kinds.listFound();
	return { tally, found, noise: kinds.listNoise(), untold };
}
