import type { DocumentService } from "../behaviors/create-service.ts";
import type { DocumentParts, Node } from "../document/node.ts";
import { readOperations } from "../document/node.ts";
import { attempt } from "../values/errors.ts";
import { groupBy } from "../values/group-by.ts";
import { VerificationError } from "../verification/errors.ts";
import type { Observed, Sighting } from "../verification/observed.ts";
import type {
	InteractionResult,
	Verification,
} from "../verification/report.ts";
import {
	applyChanges,
	applyEdit,
	type DocumentEdit,
	elementAt,
} from "./edit.ts";
import { learnForms } from "./learn-forms.ts";
import { learnLiterals } from "./learn-literals.ts";
import { learnRequests, type Measure } from "./learn-requests.ts";
import { learnResponses } from "./learn-responses.ts";
import { findRequestSplits } from "./learn-unknown.ts";
import type { Learnt, Lesson, Round, Undecided } from "./lesson.ts";
import { collectObservations } from "./observations.ts";
import { indexPlaces } from "./schema-places.ts";
import { type Try, tryKeywords } from "./try-keywords.ts";

/** The results of a verification, with all its observations. */
export interface Run {
	readonly verification: Verification;
	readonly observed: Observed;
}

/** The requests by which an alignment asks the service. */
export interface Service {
	/** Returns the service that a document describes. @throws DocumentError if the document cannot be used */
	describe(root: Node): DocumentService;
	/** Verifies the service by a document. */
	verify(document: DocumentService): Promise<Run>;
	/**
	 * Verifies some operations by a document.
	 * @param checks the descriptions of the checks to run; defaults to all
	 */
	try(
		document: DocumentService,
		operations: readonly string[],
		checks?: ReadonlySet<string>,
	): Promise<readonly InteractionResult[]>;
	readonly measure: Measure;
	/** The operations to learn about; defaults to all. */
	readonly only?: readonly string[] | undefined;
}

/** A lesson with its edits. */
export interface Proposal extends Lesson {
	readonly edits: readonly DocumentEdit[];
}

/** The results of one verification. */
export interface RoundResult {
	readonly proposals: readonly Proposal[];
	/** The proposals that were rejected. */
	readonly others: readonly Proposal[];
	readonly undecided: readonly Undecided[];
	/** All edits in the order of their application, including edits that only prepare others. */
	readonly edits: readonly DocumentEdit[];
	/** The edits that only replace references by copies. */
	readonly splits: readonly DocumentEdit[];
	/** The document after the edits. */
	readonly root: Node;
	readonly verification: Verification;
}

/** The maximum number of nested references that are replaced by copies. */
const MAX_SPLITS = 5;

const createRound = (
	document: DocumentParts,
	{ documented, observations }: Pick<Round, "documented" | "observations">,
): Round => ({
	...{ document, documented, observations, places: indexPlaces(document) },
});

/** Replaces a reference by a copy of its target if the difference concerns only some users of the target. */
function splitShared(round: Round): {
	readonly round: Round;
	readonly edits: readonly DocumentEdit[];
} {
	let split = round;
	const edits: DocumentEdit[] = [];
	for (let count = 0; count < MAX_SPLITS; count++) {
		const splits = [
			...(learnForms(split).splits ?? []),
			...findRequestSplits(split),
		];
		if (splits.length === 0) break;
		for (const pointer of splits) {
			const { $ref, ...beside } = Object(
				elementAt(split.document.root, pointer),
			);
			const target = elementAt(
				split.document.root,
				decodeURIComponent(String($ref).replace(/^#/, "")),
			);
			const edit = { pointer, value: { ...Object(target), ...beside } };
			edits.push(edit);
			split = createRound(
				readOperations(applyEdit(split.document.root, edit)),
				split,
			);
		}
	}
	return { round: split, edits };
}

const ask = ([{ operation, where, expected, actual }]: readonly [
	Sighting,
	...Sighting[],
]): Undecided => ({
	...{ operation, where },
	why: `No edit of the document is known to say that ${operation} has ${actual} instead of ${expected}.`,
	question: `Should the document say ${actual} at ${where} of ${operation}?`,
});

/** Lists the unexplained differences, each once. */
const listUndecided = (left: readonly Sighting[]): Undecided[] =>
	groupBy(left, ({ key }) => key).map(ask);

const askAgain = (
	{ operations, where, from, to }: Lesson,
	why: string,
): Undecided => ({
	...{ operation: operations.join(", "), where, why },
	question: `How should the document say ${to} instead of ${from}?`,
});

/** Returns the lessons after which the document is valid, and questions about the other lessons. */
function selectUsable(
	start: Node,
	lessons: readonly Lesson[],
	describe: Service["describe"],
): { readonly usable: readonly Lesson[]; readonly undecided: Undecided[] } {
	const isUsable = (all: readonly Lesson[]): boolean => {
		const changes = all.flatMap((each) => each.changes);
		const { root } = applyChanges(start, changes);
		return attempt(() => describe(root)) !== undefined;
	};
	if (isUsable(lessons)) return { usable: lessons, undecided: [] };
	const usable: Lesson[] = [];
	const undecided: Undecided[] = [];
	for (const lesson of lessons)
		if (isUsable([...usable, lesson])) usable.push(lesson);
		else undecided.push(askAgain(lesson, "The document could not be used."));
	return { usable, undecided };
}

/** Applies the changes of lessons. Returns the edits of each lesson. */
function applyLessons(
	start: Node,
	lessons: readonly Lesson[],
	describe: Service["describe"],
): Pick<RoundResult, "root" | "edits" | "proposals" | "undecided"> {
	const { usable, undecided } = selectUsable(start, lessons, describe);
	const found = new Map<Lesson, DocumentEdit[]>();
	const changes = usable.flatMap((lesson) =>
		lesson.changes.map(({ pointer, edit }) => ({
			pointer,
			edit(before: unknown) {
				const own = edit(before);
				const known = found.get(lesson) ?? [];
				const absolute = own.map((each) => ({
					...each,
					pointer: pointer + each.pointer,
				}));
				found.set(lesson, [...known, ...absolute]);
				return own;
			},
		})),
	);
	const { root, edits } = applyChanges(start, changes);
	// The other changes have no effect, because the document already contains them.
	const effective = new Set(edits.map((each) => JSON.stringify(each)));
	const proposals = usable.map((lesson) => ({
		...lesson,
		edits: (found.get(lesson) ?? []).filter((each) =>
			effective.has(JSON.stringify(each)),
		),
	}));
	const isVain = (proposal: Proposal): boolean => proposal.edits.length === 0;
	return {
		...{ root, edits },
		proposals: proposals.filter((each) => !isVain(each)),
		undecided: [
			...undecided,
			// Otherwise, another lesson may have the same edits. The next round shows this.
			...(edits.length > 0 ? [] : proposals)
				.filter(isVain)
				.map((each) => askAgain(each, "The document says so already.")),
		],
	};
}

/**
 * Verifies a service by a document once, and returns the resulting edits of the document.
 * @throws VerificationError if nothing could be verified
 */
export async function alignRound(
	document: DocumentService,
	service: Service,
	accepts: (lesson: Lesson) => boolean,
	judge: (verification: Verification) => string | undefined,
): Promise<RoundResult> {
	const { verification, observed } = await service.verify(document);
	const problem = judge(verification);
	if (problem !== undefined) throw new VerificationError(problem);
	const documented = document.describe();
	const observations = collectObservations(documented, observed);
	const { round, edits: splits } = splitShared(
		createRound(document.parts, { documented, observations }),
	);
	const learnt: Learnt[] = [
		learnForms(round),
		learnResponses(round),
		await learnRequests(round, service.measure),
		learnLiterals(round),
	];
	const explained = new Set(learnt.flatMap((each) => [...each.explained]));
	const left = observations.sightings.filter((each) => !explained.has(each));
	const isOpen = learnt.every(({ lessons }) => !lessons.some(accepts));
	if (isOpen && left.length > 0) {
		const tryDocument: Try = async (root, operations, checks) => {
			const candidate = attempt(() => service.describe(root));
			return candidate && (await service.try(candidate, operations, checks));
		};
		const failed = verification.report.interactions.filter(
			({ passed }) => !passed,
		);
		const tried = await tryKeywords(
			round,
			document.plans,
			left,
			failed,
			tryDocument,
		);
		learnt.push(tried, {
			lessons: [],
			undecided: listUndecided(
				left.filter((each) => !tried.explained.has(each)),
			),
			explained: new Set(),
		});
	}
	const { only } = service;
	const isSelected = (operation: string): boolean =>
		only?.includes(operation) ?? true;
	const lessons = learnt
		.flatMap((each) => each.lessons)
		.filter(({ operations }) => operations.some(isSelected));
	const applied = applyLessons(
		round.document.root,
		lessons.filter(accepts),
		service.describe,
	);
	const others = lessons.filter((each) => !accepts(each));
	return {
		verification,
		root: applied.root,
		proposals: applied.proposals,
		others: others.map((each) => ({ ...each, edits: [] })),
		undecided: [
			...learnt
				.flatMap((each) => each.undecided)
				.filter(({ operation }) => isSelected(operation)),
			...applied.undecided,
		],
		splits,
		edits: applied.edits.length > 0 ? [...splits, ...applied.edits] : [],
	};
}
