import type { Subject } from "../checks/subject.ts";
import { readText } from "../document/expect-status.ts";
import type { Send } from "../verification/contract.ts";
import type { RepeatingSend } from "../verification/requests/repeat-disturbed.ts";
import type { Difference } from "./comparing.ts";
import { generateSequence } from "./generate-sequence.ts";
import type { MockSession } from "./mock-side.ts";
import type { Operation } from "./operation.ts";
import { type Play, play, type Stage, type Transport } from "./play.ts";
import { type Shown, shrink } from "./shrink.ts";
import { createTag, type Step } from "./step.ts";
import { createTally, kindOf, type Tally } from "./tally.ts";

/** What the run is made of. */
export interface RunOptions {
	readonly subject: Subject;
	readonly operations: readonly Operation[];
	readonly openMock: () => MockSession;
	readonly send: RepeatingSend;
	/** Ends the run. The report has what was found until then. */
	readonly signal: AbortSignal;
	/** The number of sequences. */
	readonly runs: number;
	/** The number of requests of each sequence. */
	readonly steps: number;
	readonly seed: number;
	readonly timeMs: number;
	/** How many sequences are played at the same time. */
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
	/** What the run does now. */
	readonly phase: "playing" | "shrinking";
}

/** A kind of difference, with one of them. */
export interface Found {
	readonly difference: Difference;
	/** The shortest sequence that shows it. */
	readonly shown: Shown;
}

export interface Run {
	readonly tally: Tally;
	/** Confirmed twice. */
	readonly found: readonly Found[];
	/** Differences that another play of the sequence did not show, or that the service has with itself. */
	readonly noise: readonly Difference[];
	/** Why some sequences ended early, and how often. */
	readonly untold: ReadonlyMap<string, number>;
}

/** How many sequences are played twice on the service. */
const NOISE_RUNS = 3;
/** The share of the time after which no other sequence begins, if differences were found. */
const PLAYING_SHARE = 0.6;
const MAX_UNTOLD = 5;
/** How many sequences are tried to confirm a difference. */
const MAX_SEQUENCES = 4;
/** How long the run may exceed its time to confirm differences. */
const CONFIRMING_MS = 2_500;

/** A kind of difference that a sequence has shown. */
interface Seen {
	readonly difference: Difference;
	/** Some of those that have shown it. */
	readonly sequences: (readonly Step[])[];
}

/** Runs all sequences, and makes those that show a difference shorter. */
export async function runComparison(options: RunOptions): Promise<Run> {
	const { subject, operations, openMock, signal, concurrency } = options;
	const { random = Math.random, timeMs, replayed } = options;
	const begun = performance.now();
	const leftMs = () => timeMs - (performance.now() - begun);
	const service = createServiceSide(options.send.send);
	const tally = createTally();
	const kinds = new Map<string, Seen>();
	const noise = new Map<string, Difference>();
	const untold = new Map<string, number>();
	let untoldInARow = 0;
	let steps = 0;
	let agreed = 0;
	const stage: Stage = {
		...{ subject, signal, patience: new Map() },
		operations: new Map(operations.map((each) => [each.operation.id, each])),
		createTag: () => createTag(random),
		isShared: concurrency > 1,
		isByChance: options.send.isByChance,
	};
	const withMock = async <Result>(
		use: (session: MockSession) => Promise<Result>,
	): Promise<Result> => {
		const session = openMock();
		try {
			return await use(session);
		} finally {
			await session.close();
		}
	};
	const playOnce = (sequence: readonly Step[]): Promise<Play> =>
		withMock((mock) => play(stage, sequence, { mock, real: service }));
	const report = (phase: Progress["phase"]) =>
		options.onProgress?.({ steps, agreed, leftMs: leftMs(), phase });

	function note(
		sequence: readonly Step[],
		{ steps: played, untold: why }: Play,
	) {
		tally.add(played);
		steps += played.length;
		untoldInARow = why === undefined ? 0 : untoldInARow + 1;
		if (why !== undefined) untold.set(why, (untold.get(why) ?? 0) + 1);
		for (const { differences } of played) {
			if (differences.length === 0) agreed += 1;
			for (const difference of differences) {
				const kind = kindOf(difference);
				const seen = kinds.get(kind) ?? { difference, sequences: [] };
				kinds.set(kind, seen);
				const isNew = seen.sequences.at(-1) !== sequence;
				if (isNew && seen.sequences.length < MAX_SEQUENCES)
					seen.sequences.push(sequence);
			}
		}
	}

	async function findNoise(sequence: readonly Step[]): Promise<void> {
		const sides = { mock: createOtherSide(service, random), real: service };
		const { steps: played } = await play(stage, sequence, sides, true);
		// Each of the two plays adds items to the pages of the other.
		for (const { differences, operation } of played)
			for (const each of differences)
				if (!operation.page) noise.set(kindOf(each), each);
	}

	let next = 0;
	const last = replayed?.length ?? options.runs;
	async function work(): Promise<void> {
		while (next < last && untoldInARow < MAX_UNTOLD) {
			const share = kinds.size > 0 ? PLAYING_SHARE : 0.95;
			if (leftMs() < timeMs * (1 - share)) return;
			const run = next++;
			const sequence =
				replayed?.[run] ??
				(await withMock((mock) =>
					generateSequence(subject, operations, mock, {
						seed: options.seed + run,
						length: options.steps,
					}),
				));
			note(sequence, await playOnce(sequence));
			if (run < NOISE_RUNS && !replayed) await findNoise(sequence);
			report("playing");
		}
	}
	const found: Found[] = [];
	const waiting = () =>
		[...kinds].filter(
			([kind]) =>
				!noise.has(kind) &&
				!found.some(({ difference }) => kindOf(difference) === kind),
		);
	/** Finds a short sequence for a kind. Chance may have shown it in one of the first. */
	async function shrinkKind(
		{ sequences }: Seen,
		kind: string,
	): Promise<Shown | undefined> {
		for (const sequence of sequences) {
			const hasTime = () => leftMs() > 0;
			const shown = await shrink(sequence, kind, playOnce, hasTime);
			if (shown) return shown;
		}
		return undefined;
	}

	function addFound(shown: Shown): void {
		const known = new Set(found.map((each) => kindOf(each.difference)));
		for (const difference of shown.played.at(-1)?.differences ?? []) {
			const kind = kindOf(difference);
			if (!known.has(kind) && !noise.has(kind))
				found.push({ difference, shown });
			known.add(kind);
		}
	}

	async function shrinkAll(): Promise<void> {
		for (
			let [first] = waiting();
			first && !signal.aborted && leftMs() > -CONFIRMING_MS;
			[first] = waiting()
		) {
			const [kind, seen] = first;
			const shown = await shrinkKind(seen, kind);
			report("shrinking");
			if (!shown) noise.set(kind, seen.difference);
			if (shown) addFound(shown);
		}
	}
	try {
		await Promise.all(Array.from({ length: concurrency }, work));
		await shrinkAll();
	} catch (error) {
		if (!signal.aborted) throw error;
	}
	// What could not be confirmed is not held against the mock.
	for (const [kind, { difference }] of waiting()) noise.set(kind, difference);
	return { tally, found, noise: [...noise.values()], untold };
}

/** The service does not need to know which operation is called. */
const createServiceSide = (send: Send): Transport => ({
	send: (_, request) => send(request),
});

/** Returns the service for a second play at the same time: with other words in each request, and the same in each response. */
function createOtherSide(side: Transport, random: () => number): Transport {
	const own = createTag(random);
	const pattern = new RegExp(`(?<=understudy-)[a-z]{${own.length}}`, "gi");
	let given = own;
	const convert = (text: string, to: string): string =>
		text.replaceAll(pattern, (found) => {
			if (found.toLowerCase() !== own) given = found.toLowerCase();
			return found === found.toUpperCase() ? to.toUpperCase() : to;
		});
	return {
		async send(operation, request) {
			const path = convert(request.path, own);
			const text = request.body && convert(readText(request.body), own);
			const response = await side.send(operation, {
				...{ ...request, path },
				...(text !== undefined && { body: text }),
			});
			const body = Buffer.from(`${response.body}`.replaceAll(own, given));
			return { ...response, body };
		},
	};
}
