import { groupBy } from "../values/group-by.ts";
import type { Difference } from "./comparing.ts";
import type { PlayedStep, Shown } from "./play.ts";
import type { Step } from "./step.ts";

/** The number and the share of responses that agree. */
export interface Agreement {
	readonly steps: number;
	readonly agreed: number;
	/** The share that agrees, from 0 to 1. */
	readonly fidelity: number;
}

type Agreements = Readonly<Record<string, Agreement>>;

/** Returns a key that is equal for all differences that are reported as one. */
export const kindOf = ({ operation, where, form }: Difference): string =>
	JSON.stringify([operation, where, form]);

/** The parts of a step that are counted. */
interface Counted {
	readonly operation: string;
	readonly behavior: string;
	/** The assumptions that the response of the mock lists. */
	readonly assumptions: readonly string[];
	readonly differences: readonly Difference[];
}

/** Counts the steps of all plays. */
export interface Tally {
	add(steps: readonly PlayedStep[]): void;
	/**
	 * Returns the numbers of responses that agree.
	 * @param isNoise whether differences of a kind do not count
	 */
	summarize(isNoise: (kind: string) => boolean): Agreement & {
		readonly byOperation: Agreements;
		readonly byBehavior: Agreements;
		readonly byAssumption: Agreements;
	};
	/** Returns the number of steps, and the number of steps without a difference. */
	totals(): Pick<Agreement, "steps" | "agreed">;
	/** Returns the number of steps with a difference of the kind. */
	count(kind: string): number;
}

function toAgreement(results: readonly boolean[]): Agreement {
	const steps = results.length;
	const agreed = results.filter(Boolean).length;
	return { steps, agreed, fidelity: steps === 0 ? 1 : agreed / steps };
}

/** @param listResults returns the groups of a step, and whether the step agrees in each */
function groupAgreements(
	counted: readonly Counted[],
	listResults: (step: Counted) => readonly (readonly [string, boolean])[],
): Agreements {
	return Object.fromEntries(
		groupBy(counted.flatMap(listResults), ([name]) => name)
			.sort(([[a]], [[b]]) => (a < b ? -1 : 1))
			.map((all) => [all[0][0], toAgreement(all.map(([, agrees]) => agrees))]),
	);
}

export function createTally(): Tally {
	const counted: Counted[] = [];
	let agreed = 0;
	return {
		totals: () => ({ steps: counted.length, agreed }),
		add(steps) {
			for (const { operation, mock, differences } of steps) {
				if (differences.length === 0) agreed += 1;
				counted.push({
					operation: operation.operation.id,
					behavior: operation.plan.behavior,
					assumptions: (mock.response.headers["mock-assumptions"] ?? "")
						.split(", ")
						.filter(Boolean),
					differences,
				});
			}
		},
		count: (kind) =>
			counted.filter(({ differences }) =>
				differences.some((each) => kindOf(each) === kind),
			).length,
		summarize(isNoise) {
			const judged = counted.map((each) => ({
				...each,
				differences: each.differences.filter((one) => !isNoise(kindOf(one))),
			}));
			const agrees = ({ differences }: Counted) => differences.length === 0;
			return {
				...toAgreement(judged.map(agrees)),
				byOperation: groupAgreements(judged, (each) => [
					[each.operation, agrees(each)],
				]),
				byBehavior: groupAgreements(judged, (each) => [
					[each.behavior, agrees(each)],
				]),
				byAssumption: groupAgreements(judged, ({ assumptions, differences }) =>
					assumptions.map((id) => [
						id,
						!differences.some((each) => each.assumptions.includes(id)),
					]),
				),
			};
		},
	};
}

/** A kind of difference with an example. */
export interface Found {
	readonly difference: Difference;
	/** The shortest sequence that shows the difference. */
	readonly shown: Shown;
	/** Whether the sequence was shortened, and shows the difference again. */
	readonly isConfirmed: boolean;
}

/** A kind of difference that sequences have shown. */
interface Kind {
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
	/** Whether all differences are noise. */
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
					found.set(kind, { difference, shown, isConfirmed: true });
			}
		},
		next: () => listWaiting()[0],
		isEmpty: () => listWaiting().length + found.size === 0,
		listFound: () => [
			...found.values(),
			...listWaiting().map(({ difference, first }) => ({
				...{ difference, shown: first, isConfirmed: false },
			})),
		],
		listNoise: () => [...noise.values()],
	};
}
