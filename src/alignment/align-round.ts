import type { DocumentService } from "../behaviors/create-service.ts";
import { isPage } from "../behaviors/operation-plan.ts";
import { type Node, readOperations } from "../document/node.ts";
import { attempt } from "../values/errors.ts";
import { groupBy } from "../values/group-by.ts";
import type { Sighting } from "../verification/observed.ts";
import { type Applied, applyLessons, type Proposal } from "./apply-lessons.ts";
import {
	applyEdit,
	type DocumentEdit,
	elementAt,
	insertAt,
	setAt,
} from "./edit.ts";
import { learnForms } from "./learn-forms.ts";
import { learnPageSize } from "./learn-limits.ts";
import { groupLinks, learnLink } from "./learn-links.ts";
import { learnOrder, learnWord, listWords } from "./learn-literals.ts";
import {
	learnBuckets,
	learnFamily,
	learnHelp,
	learnLabels,
} from "./learn-metrics.ts";
import { askIgnored, learnName } from "./learn-parameters.ts";
import { learnRequestType, REQUEST_LEARNERS } from "./learn-requests.ts";
import {
	groupStatuses,
	keyOfBody,
	keyOfMediaType,
	learnEmpty,
	learnHeader,
	learnMediaType,
	STATUS_LEARNERS,
} from "./learn-responses.ts";
import { learnRule } from "./learn-rules.ts";
import { groupRequests } from "./learn-unknown.ts";
import {
	type Accepts,
	type Learn,
	type Learnt,
	type Lesson,
	learnGroups,
	learnKind,
	type Of,
	type Round,
	type Run,
	type Service,
	type Undecided,
} from "./lesson.ts";
import { collectObservations } from "./observations.ts";
import { findOperation, indexPlaces } from "./schema-places.ts";
import { tryKeywords } from "./try-keywords.ts";

/** A security scheme, and its name in the document. */
type Scheme = readonly [name: string, value: Readonly<Record<string, string>>];

/** Returns the scheme of the header that a request lacks; undefined if it lacks several, or its scheme is unknown. */
function readScheme({
	headers: [name, ...others],
	scheme: sent,
}: Of<"credentials">["change"]): Scheme | undefined {
	if (name === undefined || others.length > 0) return undefined;
	if (name !== "authorization")
		return [name, { type: "apiKey", in: "header", name }];
	const scheme = sent.toLowerCase();
	return scheme === ""
		? undefined
		: [`${scheme}Auth`, { type: "http", scheme }];
}

/** Learns which credentials an operation needs. */
const learnCredentials: Learn<Of<"credentials">> = (
	round,
	[{ operation, where, change }],
) => {
	const at = findOperation(round.document, operation)?.pointer;
	const scheme = readScheme(change);
	if (!scheme || at === undefined)
		return {
			why: `${operation} rejects requests without ${where.replace("request ", "the ")}.`,
			question: `Which security scheme does ${operation} have?`,
		};
	const [name, value] = scheme;
	return {
		...{ kind: "credentials", from: "no credentials", to: name },
		changes: [
			insertAt("", ["components", "securitySchemes", name], value),
			setAt(at, [{ [name]: [] }], "/security"),
		],
	};
};

/** References may have to become copies one inside the other. */
const MAX_SPLITS = 5;

/** Returns the edit that replaces a reference by a copy of its target. */
function copyTarget(root: Node, pointer: string): DocumentEdit {
	const { $ref, ...beside } = Object(elementAt(root, pointer));
	const target = elementAt(
		root,
		decodeURIComponent(String($ref).replace(/^#/, "")),
	);
	// What was beside the reference stays first.
	return { pointer, value: { ...beside, ...Object(target), ...beside } };
}

/** What a run teaches, and the document with the copies of shared elements that this needs. */
interface Split {
	readonly round: Round;
	readonly copies: readonly DocumentEdit[];
	readonly learnt: readonly Learnt[];
}

/** Learns from a run. Learns again by copies of the elements that only some of their users do not follow. */
async function learnAll(
	start: Round,
	requireTime: Service["requireTime"],
): Promise<Split> {
	let round = start;
	const copies: DocumentEdit[] = [];
	for (let count = 0; ; count++) {
		const learnt: Learnt[] = [];
		for (const learn of LEARNERS) {
			requireTime?.();
			learnt.push(await learn(round));
		}
		const splits = new Set(
			learnt.flatMap(({ lessons }) =>
				lessons.flatMap((each) => each.splits ?? []),
			),
		);
		if (splits.size === 0 || count === MAX_SPLITS)
			return { round, copies, learnt };
		for (const pointer of splits) {
			const edit = copyTarget(round.document.root, pointer);
			copies.push(edit);
			const document = readOperations(applyEdit(round.document.root, edit));
			round = { ...round, document, places: indexPlaces(document) };
		}
	}
}

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

const isWithin = (inner: DocumentEdit, outer: DocumentEdit): boolean =>
	`${inner.pointer}/`.startsWith(`${outer.pointer}/`);

/** What one run teaches. */
interface RoundResult extends Applied {
	/** The proposals that were not accepted. */
	readonly others: readonly Proposal[];
	/** All edits in the order of their application, also those that only prepare the proposals. */
	readonly edits: readonly DocumentEdit[];
	/** The edits that only replace references by copies. */
	readonly splits: readonly DocumentEdit[];
	readonly run: Run;
}

/** What is learnt from a run. */
const LEARNERS: readonly ((round: Round) => Promise<Learnt>)[] = [
	learnForms,
	(round) => learnGroups(round, groupStatuses(round), STATUS_LEARNERS),
	learnKind("media type", learnMediaType, keyOfMediaType),
	learnKind("header", learnHeader, keyOfBody),
	learnKind("no body", learnEmpty, keyOfBody),
	(round) => learnGroups(round, groupRequests(round), REQUEST_LEARNERS),
	learnKind("rename", learnName),
	learnKind("position", learnName),
	learnKind("rule", learnRule),
	learnKind("request type", learnRequestType),
	learnKind("ignored", askIgnored),
	learnKind("family", learnFamily),
	learnKind("labels", learnLabels),
	learnKind("buckets", learnBuckets),
	learnKind("help", learnHelp),
	(round) => learnGroups(round, listWords(round), [learnWord]),
	learnKind("records", learnOrder),
	learnKind("page size", learnPageSize),
	(round) => learnGroups(round, groupLinks(round), [learnLink]),
	learnKind("credentials", learnCredentials),
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
	const lessons = all
		.filter((each) => !isLate(each) || (isOpen && !isIgnored(each)))
		.filter(({ operations }) => operations.some(isSelected));
	const applied = applyLessons(
		round.document.root,
		lessons.filter(accepts),
		service,
	);
	const others = lessons.filter((each) => !accepts(each));
	// Other copies are of no use.
	const splits = copies.filter((copy) =>
		applied.edits.some((edit) => isWithin(copy, edit) || isWithin(edit, copy)),
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
