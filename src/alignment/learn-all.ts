import { type Node, readOperations } from "../document/node.ts";
import { applyEdit, type DocumentEdit, elementAt } from "./edit.ts";
import { learnCredentials } from "./learn-credentials.ts";
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
import { learnPageNumber } from "./learn-page-numbers.ts";
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
	type Learnt,
	learnGroups,
	learnKind,
	type Round,
	type Service,
} from "./lesson.ts";
import { indexPlaces } from "./schema-places.ts";

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
	learnKind("page number", learnPageNumber),
	(round) => learnGroups(round, groupLinks(round), [learnLink]),
	learnKind("credentials", learnCredentials),
];

/** References may have to become copies one inside the other. */
const MAX_SPLITS = 5;

/** An edit that replaces a reference by a copy. */
type Copy = DocumentEdit & {
	/** The pointer of the original. */
	readonly target: string;
};

/** Returns the edit that replaces a reference by a copy of its target. */
function copyTarget(root: Node, pointer: string): Copy {
	const { $ref, ...beside } = Object(elementAt(root, pointer));
	const target = decodeURIComponent(String($ref).replace(/^#/, ""));
	const original = Object(elementAt(root, target));
	// What was beside the reference stays first.
	return { pointer, target, value: { ...beside, ...original, ...beside } };
}

/** What a run teaches, and the document with the copies of shared elements that this needs. */
interface Split {
	readonly round: Round;
	readonly copies: readonly Copy[];
	readonly learnt: readonly Learnt[];
}

/** Learns from a run. Learns again by copies of the elements that only some of their users do not follow. */
export async function learnAll(
	start: Round,
	requireTime: Service["requireTime"],
): Promise<Split> {
	let round = start;
	const copies: Copy[] = [];
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
