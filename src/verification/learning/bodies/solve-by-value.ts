import { signatureOf, type Trial } from "../rejections/read-trial.ts";
import { findObject } from "../rejections/repairs.ts";
import { listChoices, listItems, listKinds } from "../values/guess-values.ts";
import { isSubjectOf, nameOf, type Subject } from "./body-subjects.ts";
import {
	isInside,
	leaveOut,
	listComplaints,
	listFresh,
	type Rank,
	rank,
	type Send,
	setValue,
	textOf,
} from "./change-body.ts";
import { type Knowledge, listValues } from "./lesson.ts";

const MAX_KNOWN = 80;
/** So many values are tried for a name that changes nothing, if a complaint has it as a path. */
const MAX_LIKELY = 6;

const MAX_BOUNDS = 4;
/** The number of values with the same complaint as the word, after which no others are tried. */
const MAX_SAME = 3;

/** What a rejection calls a text. */
const TEXT = /\b(string|text|str)\b/i;

/** Tries the numbers of a rejection, which may be bounds of the value. */
async function solveByBound(
	send: Send,
	current: Trial,
	subject: Subject,
	rejected: Trial,
): Promise<Trial | undefined> {
	const numbers = textOf(rejected).match(/(?<=\s)-?\d+(\.\d+)?\b/g) ?? [];
	for (const bound of [...new Set(numbers)].slice(0, MAX_BOUNDS)) {
		const next = await setValue(send, current, subject, Number(bound));
		if (!next) return undefined;
		const found = rank(current, next, subject, Number(bound));
		if (found === "accepted" || found === "solved") return next;
	}
	return undefined;
}

/** The input for finding the value of a property. */
export interface Solving {
	readonly knowledge: Knowledge;
	readonly send: Send;
}

/** The trial of a property with a word. */
interface Shown {
	readonly shown: Trial;
	readonly ofWord: Rank;
}

/** Whether a complaint has the name as a path. */
export const isLikely = (trial: Trial, subject: Subject): boolean =>
	listComplaints(trial, subject).some(({ paths }) =>
		paths.some((path) => path.at(-1) === nameOf(subject)),
	);

/** Tries values after a word that the service rejects, or that changes nothing. */
export async function solveByValue(
	{ knowledge, send }: Solving,
	current: Trial,
	subject: Subject,
	{ shown, ofWord }: Shown,
): Promise<Trial | undefined> {
	const isPlain = ofWord === "same";
	const before = listComplaints(current, subject);
	const fresh = listFresh(current, shown);
	// The second part of a sentence may not name the property again.
	const own =
		listComplaints(shown, subject).length > 0 ||
		fresh.some(({ text }) => listChoices(text, nameOf(subject)).length > 1)
			? [...fresh, ...before]
			: before;
	const text = (own.length > 0 ? own : shown.complaints)
		.map((each) => each.text)
		.join("; ");
	const sent = findObject(current.body, subject.at)?.[subject.name];
	const isMade = current.repairs.some((each) => isSubjectOf(each, subject));
	// Repairs replace no documented object or list.
	if (typeof sent === "object" && !isMade) return undefined;
	// A list that is rejected because it is empty needs another item, and no other kind of value.
	const isEmpty = Array.isArray(sent) && sent.length === 0;
	const values = isEmpty
		? listItems()
		: listValues(knowledge, subject, shown, text);
	// A service may say of a word in the place of an object that there is nothing.
	const likely = isLikely(current, subject);
	const some = isPlain
		? [...(likely ? [{}, []] : []), ...values.slice(0, likely ? MAX_LIKELY : 1)]
		: values;
	const name = nameOf(subject);
	// Of the properties in the body, the sentence has only this one.
	const isOnly = (words: readonly string[]): boolean =>
		words
			.filter((each) => findObject(current.body, subject.at)?.[each])
			.join() === name;
	const isPlaced = before.some(
		({ words, paths: [path] }) =>
			(words.length === 0 && path?.at(-1) === name) || isOnly(words),
	);
	const isKnown = isPlain
		? isPlaced
		: listComplaints(shown, subject).length > 0;
	const keyOf = (value: unknown): string => `${nameOf(subject)} ${value}`;
	const isText = isKnown && !isEmpty;
	const more = knowledge.known().slice(0, isText ? MAX_KNOWN : 0);
	// Another body may have the same property.
	const others = more.filter((each) => !knowledge.failed.has(keyOf(each)));
	// The place of what the service now says shows that the name is right, whatever the value should be.
	const isRightName = listFresh(current, shown).some(
		({ isOfName, isPlaced, paths: [path] }) =>
			!isOfName && isPlaced && path?.at(-1) === name,
	);
	const best = ofWord === "other" || isRightName ? shown : undefined;
	const containers = listKinds(text)
		.map((make) => make(undefined))
		.filter((each) => typeof each === "object")
		.map((each) => JSON.stringify(each));
	let absent: Promise<Trial | undefined> | undefined;
	/** Whether the service says of another kind of value that it wants a text, or the same as without the property. */
	const isNoProgress = async (next: Trial, value: unknown) => {
		if (typeof value === "string") return false;
		const own = listComplaints(next, subject);
		if (own.some((each) => TEXT.test(each.text))) return true;
		absent ??= leaveOut(send, current, subject);
		const without = await absent;
		return without && signatureOf(without) === signatureOf(next);
	};
	let same = 0;
	// The documented object or list may belong to another place.
	const moved = current.repairs.flatMap((each) =>
		each.kind === "remove" && typeof each.documented === "object"
			? [each.documented]
			: [],
	);
	for (const value of [...moved, ...some, ...others]) {
		const next = await setValue(send, current, subject, value);
		if (!next) return best;
		const found = rank(current, next, subject, value);
		const bounded =
			found === "changed" && typeof value === "number"
				? await solveByBound(send, current, subject, next)
				: undefined;
		if (bounded) return bounded;
		// If the service says something else than of the word, the value matters.
		const isRight =
			found === "other" &&
			(!best || signatureOf(best) !== signatureOf(next)) &&
			!(await isNoProgress(next, value));
		// An empty object or list may lack what the service requires in it.
		const isEmptied =
			found === "changed" &&
			containers.includes(JSON.stringify(value)) &&
			signatureOf(shown) !== signatureOf(next) &&
			!(await isNoProgress(next, value));
		const isDeeper =
			typeof value === "object" &&
			isInside(next, subject) &&
			!isInside(shown, subject);
		if (
			found === "accepted" ||
			found === "solved" ||
			isRight ||
			isEmptied ||
			isDeeper
		)
			return next;
		// The service now complains of something else, whatever this value is.
		const isSame = best && signatureOf(best) === signatureOf(next);
		if (isSame && ++same >= MAX_SAME) return best;
		if (more.includes(`${value}`)) knowledge.failed.add(keyOf(value));
	}
	return best;
}
