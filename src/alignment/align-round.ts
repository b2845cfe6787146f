import type { DocumentService } from "../behaviors/create-service.ts";
import { attempt } from "../values/errors.ts";
import { groupBy } from "../values/group-by.ts";
import type { Sighting } from "../verification/observed.ts";
import { type Applied, applyLessons, type Proposal } from "./apply-lessons.ts";
import type { DocumentEdit } from "./edit.ts";
import { groupDenied, learnCredentials } from "./learn-credentials.ts";
import { learnForms } from "./learn-forms.ts";
import {
	learnFamily,
	learnOrder,
	learnWord,
	listSingle,
} from "./learn-literals.ts";
import {
	askIgnored,
	learnName,
	learnPageSize,
	REQUEST_LEARNERS,
} from "./learn-requests.ts";
import { groupResponses, RESPONSE_LEARNERS } from "./learn-responses.ts";
import { groupRequests } from "./learn-unknown.ts";
import {
	type Group,
	type Learn,
	type Learnt,
	type Lesson,
	learnGroups,
	type Round,
	type Undecided,
} from "./lesson.ts";
import { collectObservations } from "./observations.ts";
import { indexPlaces } from "./schema-places.ts";
import type { Run, Service } from "./service.ts";
import { splitShared } from "./split-shared.ts";
import { tryKeywords } from "./try-keywords.ts";

/** What one run teaches. */
export interface RoundResult extends Applied {
	/** The proposals that were not accepted. */
	readonly others: readonly Proposal[];
	/** All edits in the order of their application, also those that only prepare the proposals. */
	readonly edits: readonly DocumentEdit[];
	/** The edits that only replace references by copies. */
	readonly splits: readonly DocumentEdit[];
	readonly run: Run;
}

const groupByKey = ({ observations: { sightings } }: Round): Group[] =>
	groupBy(sightings, ({ key }) => key);

/** What is learnt besides forms: the groups of sightings, with those who learn from them. */
const LEARNERS: readonly (readonly [
	list: (round: Round) => Group[],
	learners: readonly Learn[],
])[] = [
	[groupResponses, RESPONSE_LEARNERS],
	[groupRequests, REQUEST_LEARNERS],
	[groupByKey, [learnName]],
	[groupByKey, [askIgnored]],
	[listSingle, [learnFamily]],
	[listSingle, [learnWord]],
	[listSingle, [learnOrder]],
	[listSingle, [learnPageSize]],
	[groupDenied, [learnCredentials]],
];

/** Lists what nothing explains, each difference once. */
const listUndecided = (left: readonly Sighting[]): Undecided[] =>
	groupBy(left, ({ key }) => key).map(
		([{ operation, where, expected, actual }]) => ({
			...{ operation, where },
			why: `No edit of the document is known to say that ${operation} has ${actual} instead of ${expected}.`,
			question: `Should the document say ${actual} at ${where} of ${operation}?`,
		}),
	);

/** Tries keywords for what is left, and asks about what they do not explain. */
async function learnRest(
	round: Round,
	left: readonly Sighting[],
	{ plans }: DocumentService,
	{ failed }: Run,
	{ ask, describe }: Service,
): Promise<Learnt[]> {
	const tried = ask
		? await tryKeywords(round, plans, left, failed, async (root, ...rest) => {
				const candidate = attempt(() => describe(root));
				return candidate && (await ask.runChecks(candidate, ...rest));
			})
		: undefined;
	const open = left.filter((each) => !tried?.explained.has(each));
	return [
		...(tried ? [tried] : []),
		{ lessons: [], undecided: listUndecided(open), explained: new Set() },
	];
}

/**
 * Observes a service by a document once, and returns the edits of the document that follow.
 * @throws VerificationError
 */
export async function alignRound(
	document: DocumentService,
	service: Service,
	accepts: (lesson: Lesson) => boolean,
): Promise<RoundResult> {
	const run = await service.observe(document);
	const documented = document.describe();
	const observations = collectObservations(documented, run.observed);
	const { parts } = document;
	const { round, edits: splits } = splitShared({
		...{ documented, observations, document: parts },
		...{ places: indexPlaces(parts), isRecorded: service.ask === undefined },
		measure: service.ask?.measure,
	});
	const learnt: Learnt[] = [await learnForms(round)];
	for (const [list, learners] of LEARNERS) {
		service.requireTime?.();
		learnt.push(await learnGroups(round, list(round), learners));
	}
	const explained = new Set(learnt.flatMap((each) => [...each.explained]));
	const left = observations.sightings.filter((each) => !explained.has(each));
	const isOpen = learnt.every(({ lessons }) => !lessons.some(accepts));
	if (isOpen && left.length > 0)
		learnt.push(...(await learnRest(round, left, document, run, service)));
	const isSelected = (operation: string): boolean =>
		service.only?.includes(operation) ?? true;
	const lessons = learnt
		.flatMap((each) => each.lessons)
		.filter(({ operations }) => operations.some(isSelected));
	const applied = applyLessons(
		round.document.root,
		lessons.filter(accepts),
		service,
	);
	const others = lessons.filter((each) => !accepts(each));
	return {
		...{ run, splits, proposals: applied.proposals },
		others: others.map((each) => ({ ...each, edits: [] })),
		undecided: [
			...learnt
				.flatMap((each) => each.undecided)
				.filter(({ operation }) => isSelected(operation)),
			...applied.undecided,
		],
		edits: applied.edits.length > 0 ? [...splits, ...applied.edits] : [],
	};
}
