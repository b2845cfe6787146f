import type { DocumentService } from "../behaviors/create-service.ts";
import type { DocumentedBehavior } from "../document/documented-behavior.ts";
import type { ServiceChange } from "../document/judgment/service-change.ts";
import type { DocumentParts, Node } from "../document/node.ts";
import { groupBy } from "../values/group-by.ts";
import type { OutgoingRequest } from "../verification/contract.ts";
import type {
	ComparedObservation,
	Observed,
	Sighting,
} from "../verification/observed.ts";
import type { InteractionResult } from "../verification/report.ts";
import type { Change } from "./edit.ts";
import type { Observations } from "./observations.ts";
import type { Place } from "./schema-places.ts";

type FailedCheck = Pick<InteractionResult, "operation" | "description">;

/** What one verification, or recorded traffic, shows by a document. */
export interface Run {
	readonly observed: Observed;
	readonly failed: readonly FailedCheck[];
	/** The ids of the assumptions that were seen to hold. */
	readonly held: readonly string[];
	/** What was observed, and when, as a ledger says it. */
	readonly evidence: string;
}

/** Whether the service accepts a further request; undefined if the response does not tell. */
export type Accepts = (
	request: OutgoingRequest,
) => Promise<boolean | undefined>;

/** Runs the checks of operations by a document, or only those with these descriptions. */
type RunChecks = (
	document: DocumentService,
	operations: readonly string[],
	checks?: ReadonlySet<string>,
) => Promise<readonly InteractionResult[]>;

/** How an alignment learns about a service. */
export interface Service {
	/** Returns the service that a document describes. @throws DocumentError if the document cannot be used */
	describe(root: Node): DocumentService;
	/**
	 * Observes the service by a document.
	 * @throws VerificationError if that says too little to learn from
	 */
	observe(document: DocumentService): Promise<Run>;
	/** @throws VerificationError if computing takes longer than the deadline. Timers cannot interrupt it. */
	requireTime?(): void;
	/** Sends further requests; undefined for recorded traffic, which proves nothing about requests that it does not have. */
	readonly ask?:
		| { readonly runChecks: RunChecks; readonly accepts: Accepts }
		| undefined;
	/** The operations to learn about; defaults to all. */
	readonly only?: readonly string[] | undefined;
}

/** The input of one round of an alignment. */
export interface Round {
	readonly document: DocumentParts;
	/** The document before references were replaced by copies. */
	readonly original: Node;
	readonly documented: DocumentedBehavior;
	readonly observations: Observations;
	/** All places that an element of a schema describes, by its pointer. */
	readonly places: ReadonlyMap<string, readonly Place[]>;
	/** Whether the exchanges are recorded traffic, which says nothing about what clients did not ask for. */
	readonly isRecorded?: boolean;
	/** Undefined for recorded traffic. */
	readonly accepts?: Accepts | undefined;
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
	/** The references to replace by copies first, because other users of their targets do not differ. */
	readonly splits?: readonly string[];
	/** Whether the lesson has to wait for trials, which show whether a list or a search ignores the value altogether. */
	readonly isLate?: boolean;
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
}

/** The sightings of one difference. */
export type Group<Each extends Sighting = Sighting> = readonly [
	Each,
	...Each[],
];

/** A lesson or a question, without what follows from its sightings. */
export type Taught =
	| (Partial<Lesson> & Pick<Lesson, "changes">)
	| (Partial<Undecided> & Pick<Undecided, "why" | "question">);

/** What the sightings of one difference teach. */
export type Finding = readonly [group: Group, taught: readonly Taught[]];

/** Learns from the sightings of one difference. Returns undefined if they are of another kind. */
export type Learn<Each extends Sighting = Sighting> = (
	round: Round,
	group: Group<Each>,
) => Taught | readonly Taught[] | undefined | Promise<Taught | undefined>;

const unite = <Item>(lists: readonly (readonly Item[])[]): Item[] => [
	...new Set(lists.flat()),
];

/** Returns the number of responses that show a difference. */
export const countSeen = (group: Group): number =>
	new Set(group.map(({ example }) => example.response)).size;

/** The kinds of differences that are not in a body. */
const BESIDE_BODY: readonly ServiceChange["kind"][] = [
	...(["status", "header", "media type"] as const),
];

/** Adds to what a group teaches what follows from its sightings. */
function complete(group: Group, taught: Taught): Lesson | Undecided {
	const [{ operation, where, expected, actual, change, example }] = group;
	if ("question" in taught) return { operation, where, ...taught };
	const seen = countSeen(group);
	return {
		...{ where, kind: where, from: expected, to: actual, example },
		operations: unite([group.map((each) => each.operation)]),
		assumptions: unite(group.map(({ assumptions }) => assumptions)),
		...{ seen, of: seen },
		// A single response may be that of a disturbed service.
		isCertain: seen > 1 || !change || !BESIDE_BODY.includes(change.kind),
		...taught,
	};
}

export function toLearnt(findings: readonly Finding[]): Learnt {
	const found = findings.flatMap(([group, taught]) =>
		taught.map((each) => complete(group, each)),
	);
	return {
		lessons: joinLessons(found.filter((each) => "changes" in each)),
		undecided: found.filter((each) => "question" in each),
		explained: new Set(findings.flatMap(([group]) => group)),
	};
}

/** A difference of one kind. */
export type Of<Kind extends ServiceChange["kind"]> = Sighting & {
	readonly change: Extract<ServiceChange, { readonly kind: Kind }>;
};

/** Returns the differences of one kind. */
export const selectKind = <Kind extends ServiceChange["kind"]>(
	{ observations: { sightings } }: Round,
	kind: Kind,
): Of<Kind>[] =>
	sightings.filter((each): each is Of<Kind> => each.change?.kind === kind);

/** Returns a function that learns from all differences of one kind, by their keys. */
export const learnKind =
	<Kind extends ServiceChange["kind"]>(
		kind: Kind,
		learn: Learn<Of<Kind>>,
		keyOf: (sighting: Of<Kind>) => string = ({ key }) => key,
	) =>
	(round: Round): Promise<Learnt> =>
		learnGroups(round, groupBy(selectKind(round, kind), keyOf), [learn]);

/** Lets the first learner that knows the kind of a group learn from it. */
export async function learnGroups<Each extends Sighting>(
	round: Round,
	groups: readonly Group<Each>[],
	learners: readonly Learn<Each>[],
): Promise<Learnt> {
	const findings: Finding[] = [];
	for (const group of groups)
		for (const learn of learners) {
			const taught = await learn(round, group);
			if (!taught) continue;
			findings.push([group, [taught].flat()]);
			break;
		}
	return toLearnt(findings);
}

/** The document can say these in more than one way. */
const LIKELY = ["conflict", "other status"];

/** Joins lessons of the same kind and effect, because they have one cause. */
function joinLessons(lessons: readonly Lesson[]): Lesson[] {
	const joined = new Map<string, Lesson>();
	for (const lesson of lessons) {
		const { kind, from, to, where } = lesson;
		// Several forms of values may change into one. Several values may have the same rule.
		const key = JSON.stringify([
			...[kind, to, ["form", "other object"].includes(kind) || from],
			(kind === "rule" || lesson.isLate === true) && where,
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
						splits: unite([known.splits ?? [], lesson.splits ?? []]),
					}
				: lesson,
		);
	}
	return [...joined.values()];
}
