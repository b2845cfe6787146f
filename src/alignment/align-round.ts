import type { DocumentService } from "../behaviors/create-service.ts";
import { isPage } from "../behaviors/operation-plan.ts";
import { attempt } from "../values/errors.ts";
import { mergeSightings } from "../verification/differences/difference-collection.ts";
import type { Sighting } from "../verification/observed.ts";
import { describeDifference } from "../verification/reports/describe-difference.ts";
import { type Applied, applyLessons, type Proposal } from "./apply-lessons.ts";
import type { DocumentEdit } from "./edit.ts";
import { learnAll } from "./learn-all.ts";
import type {
	Accepts,
	Learnt,
	Lesson,
	Round,
	Run,
	Service,
	Undecided,
} from "./lesson.ts";
import { collectObservations } from "./observations.ts";
import { indexPlaces } from "./schema-places.ts";
import { tryKeywords } from "./try-keywords.ts";

/** Asks about each request once, also if a run is learnt from again. */
function askOnce(accepts: Accepts): Accepts {
	const known = new Map<string, ReturnType<Accepts>>();
	return (request) => {
		const key = JSON.stringify(request);
		const answer = known.get(key) ?? accepts(request);
		known.set(key, answer);
		return answer;
	};
}

const isWithin = (inner: string, outer: string): boolean =>
	`${inner}/`.startsWith(`${outer}/`);

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

/** Lists what nothing explains, each difference once. */
const listUndecided = (left: readonly Sighting[]): Undecided[] =>
	mergeSightings(left, [], []).map((each) => ({
		...{ operation: each.operation, where: each.where },
		why: `${each.operation}: ${describeDifference(each)}.`,
		question: "How should the document say this? No edit of it is known.",
	}));

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
	const ask = service.ask && askOnce(service.ask.accepts);
	const start = {
		...{ documented, observations, document: parts, original: parts.root },
		...{ places: indexPlaces(parts), isRecorded: !ask, accepts: ask },
	};
	const first = await learnAll(start, service.requireTime);
	const { round, copies } = first;
	const learnt = [...first.learnt];
	const explained = new Set(
		learnt.flatMap((each) => Array.from(each.explained, ({ key }) => key)),
	);
	const left = observations.sightings.filter(({ key }) => !explained.has(key));
	const pages = document.plans
		.filter(isPage)
		.map(({ operation }) => operation.id);
	const isLate = (each: Lesson): boolean =>
		each.isLate === true && each.operations.some((id) => pages.includes(id));
	const isOpen = learnt.every(
		({ lessons }) => !lessons.some((each) => accepts(each) && !isLate(each)),
	);
	if (isOpen && left.length > 0)
		learnt.push(...(await learnRest(round, left, document, run, service)));
	const isSelected = (operation: string): boolean =>
		service.only?.includes(operation) ?? true;
	const all = learnt.flatMap((each) => each.lessons);
	const isIgnored = ({ where }: Lesson): boolean =>
		all.some(
			({ kind, from }) => kind === "ignored" && where === `request $.${from}`,
		);
	const isStatusAdded = all.some(
		(each) => each.kind === "other status" && accepts(each),
	);
	/** Whether the lesson is about errors, some of which get a response of their own in this round. */
	const isOfOther = ({ where, example }: Lesson): boolean =>
		isStatusAdded &&
		/^(\$|header content-type$)/.test(where) &&
		example.status >= 400;
	const lessons = all
		.filter((each) => !isLate(each) || (isOpen && !isIgnored(each)))
		.filter((each) => !isOfOther(each))
		.filter(({ operations }) => operations.some(isSelected));
	const applied = applyLessons(
		round.document.root,
		lessons.filter(accepts),
		service,
	);
	const others = lessons.filter((each) => !accepts(each));
	// Other copies are of no use.
	const splits = copies.filter((copy) =>
		applied.edits.some(
			({ pointer }) =>
				isWithin(copy.pointer, pointer) ||
				isWithin(pointer, copy.pointer) ||
				isWithin(pointer, copy.target),
		),
	);
	return {
		...{ run, splits, proposals: applied.proposals },
		others: others.map((each) => ({ ...each, edits: [] })),
		undecided: [
			...learnt
				.flatMap((each) => each.undecided)
				.filter(({ operation }) => isSelected(operation)),
			...applied.undecided,
		],
		edits: [...splits, ...applied.edits],
	};
}
