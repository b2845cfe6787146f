import {
	isAccepted,
	keyOf,
	signatureOf,
	type Trial,
} from "../rejections/read-trial.ts";
import { findObject, type Repair } from "../rejections/repairs.ts";
import { isSubjectOf, keyOfSubject } from "./body-subjects.ts";
import { listComplaints, remove, type Send, wrap } from "./change-body.ts";
import { Conversation } from "./conversation.ts";
import { deriveRepairs } from "./derive-repairs.ts";
import { renewAdded } from "./fresh-texts.ts";
import { growBody } from "./grow-body.ts";
import { keepCertain } from "./keep-certain.ts";
import type { Lesson } from "./lesson.ts";
import { listPossible } from "./list-possible.ts";
import { minimize } from "./minimize-repairs.ts";
import { preferWords } from "./prefer-words.ts";
import { type Filling, solve, solveBySpelling } from "./solve-property.ts";

const MAX_STEPS = 24;

/**
 * Fills the properties that a service requires, one by one, with what makes its complaints about them end.
 * @returns the accepted body, or the one that came nearest
 */
async function fillBody(filling: Filling): Promise<Trial> {
	const { first, send } = filling;
	/** The properties that were tried in vain, with what the service says about them. */
	const idle = new Set<string>();
	const known = new Set([signatureOf(first)]);
	async function improve(current: Trial): Promise<Trial | undefined> {
		for await (const subject of listPossible(filling, current)) {
			const about = listComplaints(current, subject).map(keyOf);
			const key = [keyOfSubject(subject), ...about].join("\n");
			if (idle.has(key)) continue;
			const isUnknown = listComplaints(current, subject).some(
				({ isOfName }) => isOfName,
			);
			const isOwn =
				findObject(current.body, subject.at)?.[subject.name] !== undefined &&
				(isUnknown ||
					!current.repairs.some((each) => isSubjectOf(each, subject)));
			const found =
				(isOwn && subject.inner.length === 0 && !subject.isItem
					? ((isUnknown
							? undefined
							: await solveBySpelling(filling, current, subject)) ??
						(await remove(send, current, subject)))
					: undefined) ?? (await solve(filling, current, subject));
			const isNew = found && !known.has(signatureOf(found));
			if (found && (isAccepted(found.response) || isNew)) return found;
			idle.add(key);
		}
		if (current.repairs.some(({ kind }) => kind === "wrap")) return undefined;
		// A service may name no property until it finds the body in the usual envelope.
		for (const name of filling.wrappers) {
			const next = await wrap(send, current, { at: [], name, inner: [] });
			const isNew = next && !known.has(signatureOf(next));
			if (next && isAccepted(next.response)) return next;
			if (isNew && !(await filling.isOfNothing(next, current))) return next;
		}
		return undefined;
	}
	let current = first;
	for (let step = 0; step < MAX_STEPS; step++) {
		const next = await improve(current);
		if (!next) break;
		current = next;
		if (isAccepted(current.response)) return current;
		known.add(signatureOf(current));
	}
	return current;
}

/** The maximum number of requests before what is certain of a rejected body is found out. */
const MAX_FILLED = 160;

/** What a documented body needs. */
export interface LearntRepairs {
	readonly repairs: readonly Repair[];
	/** Whether the service accepts the form of a body with these repairs. If not, each is required all the same. */
	readonly isAccepted: boolean;
}

/** Fills an empty body. Returns the documented one with the repairs that lead to the same body. */
async function fillEmpty(
	lesson: Lesson,
	conversation: Conversation,
): Promise<Trial | undefined> {
	const body = await growBody(lesson);
	return conversation.send(
		deriveRepairs(lesson.createBody(), body, lesson.wrappers),
	);
}

/**
 * Learns from rejections which body a service accepts: fills in what the service requires, and then leaves out what it
 * does not require.
 * @returns undefined if nothing was learnt
 */
export async function learnBody(
	lesson: Lesson,
): Promise<LearntRepairs | undefined> {
	const { knowledge, wrappers, innerWrappers = [] } = lesson;
	const { optionalObjects = [] } = lesson;
	const conversation = new Conversation(lesson);
	const shown = await conversation.send(lesson.repairs);
	if (!shown) return undefined;
	if (isAccepted(shown.response))
		return { repairs: shown.repairs, isAccepted: true };
	const filled = await fillBody({
		...{ knowledge, wrappers, innerWrappers, optionalObjects },
		first: await conversation.meetUnknown(shown),
		send: async (repairs) =>
			conversation.sent < MAX_FILLED ? conversation.send(repairs) : undefined,
		isOfNothing: (...trials) => conversation.isOfNothing(...trials),
		rejectsUnknown: () => conversation.rejectsUnknown,
		unknown: new Set(),
	});
	const grown =
		isAccepted(filled.response) || lesson.isFurther
			? undefined
			: await fillEmpty(lesson, conversation);
	const found = grown && isAccepted(grown.response) ? grown : filled;
	if (isAccepted(found.response)) {
		const { repairs } = await preferWords(found, (some) =>
			conversation.send(some),
		);
		return {
			repairs: await minimize(
				repairs.map((each) =>
					lesson.repairs.includes(each) ? each : renewAdded(each),
				),
				lesson,
			),
			isAccepted: true,
		};
	}
	const send: Send = (repairs) => conversation.send(repairs);
	const kept =
		(await keepCertain(found, send)) ??
		(grown && (await keepCertain(grown, send)));
	const certain =
		kept && !(await conversation.isLikeNothing(kept)) ? kept : undefined;
	// The last exchange shows the form.
	const last = certain && (await conversation.send(certain.repairs));
	// Such a service accepts the form of a body that names a record which does not exist.
	const isOfUnknown = ({ response }: Trial) => response.status === 404;
	const isForm = last && isOfUnknown(last) && !isOfUnknown(shown);
	return certain && { repairs: certain.repairs, isAccepted: isForm === true };
}
