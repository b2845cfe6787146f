import type { DocumentedBehavior } from "../document/documented-behavior.ts";
import type { DocumentParts } from "../document/node.ts";
import type {
	ComparedObservation,
	Sighting,
} from "../verification/observed.ts";
import type { Change } from "./edit.ts";
import type { Observations } from "./observations.ts";
import type { Place } from "./schema-places.ts";

/** The input of one round of an alignment. */
export interface Round {
	readonly document: DocumentParts;
	readonly documented: DocumentedBehavior;
	readonly observations: Observations;
	/** All places that an element of a schema describes, by its pointer. */
	readonly places: ReadonlyMap<string, readonly Place[]>;
	/** Whether the exchanges are recorded traffic, which says nothing about what clients did not ask for. */
	readonly isRecorded?: boolean;
}

/** A deviation of the service, with changes that describe it in the document. */
export interface Lesson {
	readonly operations: readonly string[];
	readonly where: string;
	/** The kind of the change, such as `status` or `rename`. */
	readonly kind: string;
	readonly from: string;
	readonly to: string;
	readonly assumptions: readonly string[];
	readonly isCertain: boolean;
	/** The number of exchanges that show the deviation. */
	readonly seen: number;
	/** The number of exchanges that could have shown it. */
	readonly of: number;
	readonly example: ComparedObservation | Sighting["example"];
	readonly changes: readonly Change[];
}

/** A difference without a certain edit. */
export interface Undecided {
	readonly operation: string;
	readonly where: string;
	/** Why no edit is proposed. */
	readonly why: string;
	/** The question to a person. */
	readonly question: string;
}

export interface Learnt {
	readonly lessons: readonly Lesson[];
	readonly undecided: readonly Undecided[];
	/** The sightings that lessons or questions explain. */
	readonly explained: ReadonlySet<Sighting>;
	/**
	 * The pointers of references that must be replaced by copies first, because only some users of their targets differ.
	 */
	readonly splits?: readonly string[];
}

/** The sightings of one difference. */
export type Group = readonly [Sighting, ...Sighting[]];

export const unite = <Item>(lists: readonly (readonly Item[])[]): Item[] => [
	...new Set(lists.flat()),
];

/** Returns the common parts of the sightings of one difference. */
export function summarize(
	sightings: Group,
): Pick<Lesson, "operations" | "where" | "assumptions" | "seen" | "example"> {
	const [first] = sightings;
	return {
		operations: unite([sightings.map(({ operation }) => operation)]),
		where: first.where,
		assumptions: unite(sightings.map(({ assumptions }) => assumptions)),
		seen: new Set(sightings.map(({ example }) => example.response)).size,
		example: first.example,
	};
}

/** The document can say these in more than one way. */
const LIKELY = ["conflict", "other status"];

/** Joins lessons of the same kind and effect, because they have one cause. */
export function joinLessons(lessons: readonly Lesson[]): Lesson[] {
	const joined = new Map<string, Lesson>();
	for (const lesson of lessons) {
		const { kind, from, to } = lesson;
		// Several forms of values may change into one.
		const key = JSON.stringify([
			kind,
			to,
			["form", "other object"].includes(kind) || from,
		]);
		const known = joined.get(key);
		joined.set(
			key,
			known
				? {
						...known,
						operations: unite([known.operations, lesson.operations]),
						assumptions: unite([known.assumptions, lesson.assumptions]),
						isCertain: !LIKELY.includes(kind),
						seen: known.seen + lesson.seen,
						of: known.of + lesson.of,
						changes: [...known.changes, ...lesson.changes],
					}
				: lesson,
		);
	}
	return [...joined.values()];
}
