import {
	isAccepted,
	isFormRejected,
	type Trial,
} from "../rejections/read-trial.ts";
import { findObject } from "../rejections/repairs.ts";
import { isSubjectOf, nameOf, type Subject } from "./body-subjects.ts";
import { rank, setValue, textOf } from "./change-body.ts";
import type { Solving } from "./solve-by-value.ts";

/** Tries the ids of the records that a property names. */
export async function solveById(
	solving: Solving,
	current: Trial,
	subject: Subject,
): Promise<Trial | undefined> {
	const { knowledge, send } = solving;
	const made = findObject(current.body, subject.at)?.[subject.name];
	for (const value of knowledge.idsOf(nameOf(subject))) {
		if (value === made) continue;
		const next = await setValue(send, current, subject, value);
		if (!next) return undefined;
		const found = rank(current, next, subject, value);
		if (
			next.response.status === CONFLICT &&
			current.response.status !== CONFLICT
		)
			return (
				(await solveConflict(solving, current, subject, next, value)) ??
				(await solveByOtherWord(solving, next, subject)) ??
				next
			);
		if (found === "changed" || found === "same") continue;
		if (found !== "other" || made === undefined) return next;
	}
	return undefined;
}

/** The status of a request that the state of a record does not allow. */
const CONFLICT = 409;
/** The maximum number of records that are tried after one whose state does not allow the request. */
const MAX_RECORDS = 8;

/**
 * Tries other records of the same kind. The repair names another one each time, because the request may change its
 * record.
 */
async function solveConflict(
	{ knowledge, send }: Solving,
	current: Trial,
	subject: Subject,
	conflict: Trial,
	value: unknown,
): Promise<Trial | undefined> {
	const { at, name, inner } = subject;
	if (inner.length > 0) return undefined;
	const said = textOf(conflict);
	for (let count = 0; count < MAX_RECORDS; count++) {
		const next = await send([
			...current.repairs.filter((each) => !isSubjectOf(each, subject)),
			{
				...{ kind: "set", at, name, varies: true },
				make: () => knowledge.take(value, `${name} ${said}`),
			},
		]);
		if (!next || isAccepted(next.response)) return next;
		if (isFormRejected(next.response) && next.response.status !== CONFLICT)
			return next;
	}
	return undefined;
}

/** The maximum number of words that are tried in the place of one that a record does not allow. */
const MAX_WORDS = 24;

/**
 * Tries other words of a choice on the same record, because only another command may lead to the state that the
 * conflicting one needs. The repair then names another record each time.
 */
async function solveByOtherWord(
	{ knowledge, send }: Solving,
	conflict: Trial,
	subject: Subject,
): Promise<Trial | undefined> {
	const { at, name, inner } = subject;
	if (inner.length > 0) return undefined;
	const value = findObject(conflict.body, at)?.[name];
	const chosen = conflict.repairs.flatMap((each, index) => {
		if (each.kind !== "set" || isSubjectOf(each, subject)) return [];
		const word = findObject(conflict.body, each.at)?.[each.name];
		return typeof word === "string" && !knowledge.isId(word)
			? [{ each, index, word }]
			: [];
	});
	for (const { each, index, word } of chosen.toReversed())
		for (const other of knowledge.alike(word).slice(0, MAX_WORDS)) {
			const repairs = conflict.repairs.with(index, {
				...{ ...each, make: () => other },
			});
			const next = await send(repairs);
			if (!next) return undefined;
			if (!isAccepted(next.response)) continue;
			const again = await send([
				...repairs.filter((own) => !isSubjectOf(own, subject)),
				{
					...{ kind: "set", at, name, varies: true },
					make: () => knowledge.take(value, name),
				},
			]);
			return again && isAccepted(again.response) ? again : next;
		}
	return undefined;
}
