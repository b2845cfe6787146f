import { uniqueWord } from "../../values/unique-word.ts";
import {
	isSubjectOf,
	keyOfSubject,
	listMade,
	listSubjects,
	listWords,
	nameOf,
	respell,
	type Subject,
} from "./body-subjects.ts";
import { remove, type Send, setValue, wrap } from "./change-body.ts";
import { type Knowledge, listValues } from "./knowledge.ts";
import {
	isInside,
	isOther,
	listComplaints,
	type Rank,
	rank,
} from "./rank-trial.ts";
import {
	isAccepted,
	isComplaintOf,
	keyOf,
	signatureOf,
	type Trial,
} from "./read-trial.ts";
import { findObject, type Repair } from "./repairs.ts";

/** The input for filling a body. */
interface Filling {
	readonly knowledge: Knowledge;
	readonly first: Trial;
	/** Common names of envelopes. */
	readonly wrappers: readonly string[];
	readonly send: Send;
	/** Whether the service now complains of what an empty body lacks, too. */
	readonly isOfNothing: (trial: Trial, before: Trial) => Promise<boolean>;
}

const MAX_STEPS = 24;
const MAX_KNOWN = 60;
/** So many values are tried for a name that changes nothing, if a complaint has it as a path. */
const MAX_LIKELY = 6;

/** Tries the ids of the records that a property names. */
async function solveById(
	{ knowledge, send }: Filling,
	current: Trial,
	subject: Subject,
): Promise<Trial | undefined> {
	const made = findObject(current.body, subject.at)?.[subject.name];
	for (const value of knowledge.idsOf(nameOf(subject))) {
		if (value === made) continue;
		const next = await setValue(send, current, subject, value);
		if (!next) return undefined;
		const found = rank(current, next, subject, value);
		if (found === "changed" || found === "same") continue;
		if (found !== "other" || made === undefined) return next;
	}
	return undefined;
}

/** The trial of a property with a word. */
interface Shown {
	readonly shown: Trial;
	readonly ofWord: Rank;
}

/** Tries values after a word that the service rejects, or that changes nothing. */
async function solveByValue(
	{ knowledge, send }: Filling,
	current: Trial,
	subject: Subject,
	{ shown, ofWord }: Shown,
): Promise<Trial | undefined> {
	const isPlain = ofWord === "same";
	const before = listComplaints(current, subject);
	const own = [...listComplaints(shown, subject), ...before];
	const text = (own.length > 0 ? own : shown.complaints)
		.map((each) => each.text)
		.join("; ");
	const values = listValues(knowledge, subject, shown, text);
	const isLikely = before.some(({ paths }) =>
		paths.some((path) => path.at(-1) === nameOf(subject)),
	);
	const some = isPlain ? values.slice(0, isLikely ? MAX_LIKELY : 1) : values;
	const isPlaced = before.some(
		({ words, paths: [path] }) =>
			words.length === 0 && path?.at(-1) === nameOf(subject),
	);
	const isKnown = isPlain
		? isPlaced
		: listComplaints(shown, subject).length > 0;
	const more = !isKnown ? [] : knowledge.known().slice(0, MAX_KNOWN);
	const best = ofWord === "other" ? shown : undefined;
	for (const value of [...some, ...more]) {
		const next = await setValue(send, current, subject, value);
		if (!next) return best;
		const found = rank(current, next, subject, value);
		// If the service says something else than of the word, the value matters.
		const isRight =
			found === "other" && (!best || signatureOf(best) !== signatureOf(next));
		if (found === "accepted" || found === "solved" || isRight) return next;
	}
	return best;
}

/** Finds the best value of a property. Returns undefined if the service seems not to know the property. */
async function solve(
	filling: Filling,
	current: Trial,
	subject: Subject,
): Promise<Trial | undefined> {
	const { send } = filling;
	const byId = await solveById(filling, current, subject);
	if (byId) return byId;
	const word = uniqueWord();
	const isMade = current.repairs.some((each) => isSubjectOf(each, subject));
	const shown = isMade ? current : await setValue(send, current, subject, word);
	if (!shown) return undefined;
	const ofWord = isMade ? "changed" : rank(current, shown, subject, word);
	if (ofWord === "accepted") return shown;
	if (listComplaints(shown, subject).some(({ isOfName }) => isOfName))
		return undefined;
	if (ofWord !== "same" && isInside(shown, subject)) {
		const next = await setValue(send, current, subject, {});
		return next && rank(current, next, subject, {}) !== "same" ? next : shown;
	}
	if (ofWord === "solved") return shown;
	const solved = await solveByValue(filling, current, subject, {
		...{ shown, ofWord },
	});
	if (solved) return solved;
	const wrapped = await wrap(send, current, subject);
	return wrapped && !(await filling.isOfNothing(wrapped, current))
		? wrapped
		: undefined;
}

/** Returns those of several names that the service may know. Tries them all at once. */
async function selectNames(
	{ knowledge, send }: Filling,
	current: Trial,
	subjects: readonly Subject[],
): Promise<readonly Subject[]> {
	if (subjects.length < 2) return subjects;
	const [id = uniqueWord()] = knowledge.ids("");
	for (const value of [uniqueWord(), id]) {
		const next = await send([
			...current.repairs,
			...subjects.map(
				({ at, name }): Repair => ({
					...{ kind: "set", at, name, make: () => value },
				}),
			),
		]);
		if (!next) return [];
		if (!isOther(current, next)) continue;
		const unknown = next.complaints.filter(({ isOfName }) => isOfName);
		return subjects.filter(
			({ name }) => !unknown.some((each) => isComplaintOf(each, name)),
		);
	}
	return [];
}

/** Lists the properties that a rejection may be about: other spellings, those with a place, words, and those with values that were made up. */
async function* listAll(
	filling: Filling,
	current: Trial,
): AsyncGenerator<Subject> {
	const subjects = listSubjects(current);
	const names = listWords(current, filling.wrappers);
	yield* await selectNames(
		filling,
		current,
		respell([...subjects, ...names], filling.knowledge.names()),
	);
	yield* subjects;
	const own = new Set(subjects.map(keyOfSubject));
	const words = names.filter((each) => !own.has(keyOfSubject(each)));
	yield* await selectNames(filling, current, words);
	yield* listMade(current);
}

/**
 * Fills the properties that a service requires, one by one, with what makes its complaints about them end.
 * @returns the accepted body, or the one that came nearest
 */
export async function fillBody(filling: Filling): Promise<Trial> {
	const { first, send } = filling;
	/** The properties that were tried in vain, with what the service says about them. */
	const idle = new Set<string>();
	const known = new Set([signatureOf(first)]);
	async function improve(current: Trial): Promise<Trial | undefined> {
		for await (const subject of listAll(filling, current)) {
			const about = listComplaints(current, subject).map(keyOf);
			const key = [keyOfSubject(subject), ...about].join("\n");
			if (idle.has(key)) continue;
			const isOwn =
				findObject(current.body, subject.at)?.[subject.name] !== undefined &&
				!current.repairs.some((each) => isSubjectOf(each, subject));
			const found =
				(isOwn && subject.inner.length === 0
					? await remove(send, current, subject)
					: undefined) ?? (await solve(filling, current, subject));
			const isNew = found && !known.has(signatureOf(found));
			if (found && (isAccepted(found.response) || isNew)) return found;
			idle.add(key);
		}
		return undefined;
	}
	let current = first;
	for (let step = 0; step < MAX_STEPS; step++) {
		const next = await improve(current);
		if (!next) break;
		current = next;
		if (isAccepted(current.response)) break;
		known.add(signatureOf(current));
	}
	return current;
}
