import type { Difference } from "./comparing.ts";
import type { PlayedStep } from "./play.ts";
import type { Shown } from "./shrink.ts";
import type { Step } from "./step.ts";
import { kindOf } from "./tally.ts";

/** A kind of difference with an example. */
export interface Found {
	readonly difference: Difference;
	/** The shortest sequence that shows the difference. */
	readonly shown: Shown;
}

/** A kind of difference that sequences have shown. */
export interface Kind {
	readonly kind: string;
	readonly difference: Difference;
	/** Some of the sequences that have shown the difference. */
	readonly sequences: (readonly Step[])[];
	/** The first play that has shown it. */
	readonly first: Shown;
}

/** Sorts the differences of all plays into unconfirmed differences, confirmed differences, and noise. */
export interface Kinds {
	/** Adds the differences of a play. */
	add(sequence: readonly Step[], played: readonly PlayedStep[]): void;
	addNoise(difference: Difference): void;
	/** Adds the differences of the last step of a sequence that was played several times. */
	confirm(shown: Shown): void;
	/** Returns a difference that is still unconfirmed. */
	next(): Kind | undefined;
	isEmpty(): boolean;
	/** Returns the differences that count. If there was no time to confirm a difference, its first sequence is used. */
	listFound(): readonly Found[];
	listNoise(): readonly Difference[];
}

/** The maximum number of sequences that are tried to confirm a difference. */
const MAX_SEQUENCES = 4;

export function createKinds(): Kinds {
	const kinds = new Map<string, Kind>();
	const noise = new Map<string, Difference>();
	const found = new Map<string, Found>();
	const listWaiting = () =>
		[...kinds.values()].filter(
			({ kind }) => !noise.has(kind) && !found.has(kind),
		);

	function addStep(
		difference: Difference,
		sequence: readonly Step[],
		played: readonly PlayedStep[],
	): void {
		const kind = kindOf(difference);
		const known = kinds.get(kind);
		if (!known) {
			const first = { sequence: played.map(({ step }) => step), played };
			kinds.set(kind, { kind, difference, sequences: [sequence], first });
		} else if (
			known.sequences.at(-1) !== sequence &&
			known.sequences.length < MAX_SEQUENCES
		)
			known.sequences.push(sequence);
	}
	return {
		add(sequence, played) {
			for (const [index, { differences }] of played.entries())
				for (const each of differences)
					addStep(each, sequence, played.slice(0, index + 1));
		},
		addNoise: (difference) => void noise.set(kindOf(difference), difference),
		confirm(shown) {
			for (const difference of shown.played.at(-1)?.differences ?? []) {
				const kind = kindOf(difference);
				if (!found.has(kind) && !noise.has(kind))
					found.set(kind, { difference, shown });
			}
		},
		next: () => listWaiting()[0],
		isEmpty: () => kinds.size === 0,
		listFound: () => [
			...found.values(),
			...listWaiting().map(({ difference, first }) => ({
				...{ difference, shown: first },
			})),
		],
		listNoise: () => [...noise.values()],
	};
}
