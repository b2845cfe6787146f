import { BodyExplorer, MAX_EXPLORED } from "./body-explorer.ts";
import { keepCertain } from "./certain-repairs.ts";
import { Conversation } from "./conversation.ts";
import { fillBody } from "./fill-body.ts";
import { renewAdded } from "./fresh-texts.ts";
import type { Lesson } from "./lesson.ts";
import { minimize } from "./minimize-repairs.ts";
import { isAccepted, type Trial } from "./read-trial.ts";
import type { Repair } from "./repairs.ts";
import { listVariants } from "./vary-body.ts";

/** The maximum number of requests before what is certain of a rejected body is found out. */
const MAX_FILLED = 160;

/** What a documented body needs. */
export interface LearntRepairs {
	readonly repairs: readonly Repair[];
	/** Whether the service accepts a body with these repairs. If not, each is required all the same. */
	readonly isAccepted: boolean;
}

/** Orders rejected bodies by how much their repairs tell. A wrapper tells more than any property. */
const weigh = ({ repairs }: Trial): number =>
	repairs.length +
	(repairs.some(({ kind }) => kind === "wrap") ? MAX_EXPLORED : 0);

/**
 * Learns from rejections which body a service accepts: explores the repairs that they suggest, then the usual forms of a
 * body, and then fills in what the service requires.
 * @returns undefined if nothing was learnt
 */
export async function learnBody(
	lesson: Lesson,
): Promise<LearntRepairs | undefined> {
	const { knowledge, wrappers } = lesson;
	const conversation = new Conversation(lesson);
	const shown = await conversation.send(lesson.repairs);
	if (!shown) return undefined;
	if (isAccepted(shown.response))
		return { repairs: shown.repairs, isAccepted: true };
	const first = await conversation.meetUnknown(shown);
	const explorer = new BodyExplorer(lesson, conversation, first);
	let found = await explorer.explore(first);
	const variants =
		found || lesson.repairs.length > 0
			? []
			: listVariants(first.body, wrappers);
	const rejected: Trial[] = [first];
	for (const variant of variants) {
		const next = await conversation.send(variant);
		if (!next) break;
		if (!explorer.isNew(next)) continue;
		rejected.push(next);
		found = await explorer.explore(next);
		if (found) break;
	}
	if (explorer.nearest) rejected.push(explorer.nearest);
	const filled: Trial[] = [];
	for (const trial of rejected) {
		if (found) break;
		const next = knowledge
			? await fillBody({
					...{ knowledge, wrappers, first: trial },
					send: async (repairs) =>
						conversation.sent < MAX_FILLED
							? conversation.send(repairs)
							: undefined,
					isOfNothing: (...trials) => conversation.isOfNothing(...trials),
				})
			: trial;
		if (isAccepted(next.response)) found = next;
		filled.push(next);
	}
	if (found)
		return {
			repairs: await minimize(
				found.repairs.map((each) =>
					lesson.repairs.includes(each) ? each : renewAdded(each),
				),
				lesson,
			),
			isAccepted: true,
		};
	for (const each of filled.sort((a, b) => weigh(b) - weigh(a))) {
		const certain = await keepCertain(each, (repairs) =>
			conversation.send(repairs),
		);
		if (certain) return { repairs: certain.repairs, isAccepted: false };
	}
	return undefined;
}
