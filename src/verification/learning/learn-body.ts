import { keepCertain } from "./certain-repairs.ts";
import { Conversation } from "./conversation.ts";
import { fillBody } from "./fill-body.ts";
import { renewAdded } from "./fresh-texts.ts";
import type { Lesson } from "./lesson.ts";
import { minimize } from "./minimize-repairs.ts";
import { isAccepted } from "./read-trial.ts";
import type { Repair } from "./repairs.ts";

/** The maximum number of requests before what is certain of a rejected body is found out. */
const MAX_FILLED = 160;

/** What a documented body needs. */
export interface LearntRepairs {
	readonly repairs: readonly Repair[];
	/** Whether the service accepts a body with these repairs. If not, each is required all the same. */
	readonly isAccepted: boolean;
}

/**
 * Learns from rejections which body a service accepts: fills in what the service requires, and then leaves out what it
 * does not require.
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
	const found = await fillBody({
		...{ knowledge, wrappers },
		first: await conversation.meetUnknown(shown),
		send: async (repairs) =>
			conversation.sent < MAX_FILLED ? conversation.send(repairs) : undefined,
		isOfNothing: (...trials) => conversation.isOfNothing(...trials),
	});
	if (isAccepted(found.response))
		return {
			repairs: await minimize(
				found.repairs.map((each) =>
					lesson.repairs.includes(each) ? each : renewAdded(each),
				),
				lesson,
			),
			isAccepted: true,
		};
	const certain = await keepCertain(found, (repairs) =>
		conversation.send(repairs),
	);
	return certain && { repairs: certain.repairs, isAccepted: false };
}
