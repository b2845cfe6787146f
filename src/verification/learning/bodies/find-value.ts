import {
	compareNames,
	MIN_SCORE,
} from "../../../document/judgment/compare-names.ts";
import { isContainer } from "../../../values/json.ts";
import { uniqueWord } from "../../../values/unique-word.ts";
import {
	countName,
	isSameForm,
	listFreshTokens,
	listFreshWords,
	maskNames,
} from "../rejections/compare-rejections.ts";
import {
	isAccepted,
	isFormRejected,
	type Trial,
} from "../rejections/read-trial.ts";
import { listChoices, listKinds } from "../values/guess-values.ts";
import type { Subject } from "./body-subjects.ts";
import { listComplaints, textOf } from "./change-body.ts";
import { type Lesson, listValues } from "./lesson.ts";
import { isSent } from "./list-candidates.ts";
import { findOwn } from "./locate-properties.ts";
import { setAt, type Trials } from "./trials.ts";

const MAX_VALUES = 34;
/** The number of values that are tried before objects and lists. */
const MAX_FIRST = 4;
const MAX_CHOICES = 6;
const MAX_KINDS = 3;
const MAX_IDS = 2;

/** What is tried to find the value of a property. */
export interface Attempt {
	readonly trials: Trials;
	readonly lesson: Lesson;
	/** The trial of the body without the property, or with a wrong value. */
	readonly state: Trial;
	readonly subject: Subject;
}

const put = (
	{ trials, state, subject: { at, name, isItem } }: Attempt,
	value: unknown,
): Promise<Trial | undefined> =>
	trials.send(setAt(state.body, at, name, isItem ? [value] : value));

/** Returns what the service says of the property. */
const describe = (subject: Subject, ...trials: readonly Trial[]): string =>
	trials
		.flatMap((each) => listComplaints(each, subject))
		.map(({ text }) => text)
		.join("; ");

/** Tries words and kinds that a rejection names, and ids of records. Returns the first trial in which the value makes a difference. */
async function tryNamed(
	attempt: Attempt,
	shown: Trial,
): Promise<Trial | undefined> {
	const { state, subject } = attempt;
	const { name } = subject;
	const fresh = listFreshTokens(shown, state).map((path) => path.join("."));
	const choices = listChoices(shown.text, name)
		.filter((each) => fresh.some((token) => token.includes(each)))
		.slice(0, MAX_CHOICES);
	const kinds = listKinds(shown.text)
		.slice(0, MAX_KINDS)
		.map((make) => make(undefined));
	const ids = attempt.lesson.knowledge
		.ids(`${name} ${shown.text}`)
		.slice(0, MAX_IDS);
	for (const value of [...choices, ...kinds, ...ids]) {
		const next = await put(attempt, value);
		if (!next || isAccepted(next.response)) return next;
		const isOther =
			isFormRejected(next.response) &&
			countName(next, name) <= countName(shown, name) &&
			maskNames(next, name) !== maskNames(shown, name);
		if (isOther && (typeof value === "string" || isSameForm(next, state)))
			return next;
	}
	return undefined;
}

/** A value with the response to it. */
interface Result {
	readonly value: unknown;
	readonly next: Trial;
}

/** Tries the numbers of a rejection, which may be bounds of the value. */
async function tryBounds(
	attempt: Attempt,
	{ next }: Result,
	limit: number,
): Promise<Trial | undefined> {
	const numbers = textOf(next).match(/-?\d+(\.\d+)?\b/g) ?? [];
	for (const bound of new Set(numbers)) {
		const bounded = await put(attempt, Number(bound));
		if (!bounded || isAccepted(bounded.response)) return bounded;
		if (countName(bounded, attempt.subject.name) < limit) return bounded;
	}
	return undefined;
}

/** Returns the trial of a value that the service rejects in another way than most, which are of a wrong type. */
async function findUnusual(
	attempt: Attempt,
	results: readonly Result[],
	limit: number,
): Promise<Trial | undefined> {
	const unusual = results.filter(
		({ next }) =>
			results.filter((each) => isSameForm(each.next, next)).length <= 2,
	);
	if (unusual.length === results.length) return undefined;
	for (const each of unusual) {
		if (typeof each.value !== "number") continue;
		const bounded = await tryBounds(attempt, each, limit);
		if (bounded) return bounded;
	}
	const containers = unusual.filter(({ value }) => isContainer(value));
	const [shown] = results;
	const countFresh = ({ next }: Result): number =>
		listFreshTokens(next, attempt.state, ...(shown ? [shown.next] : [])).length;
	const [best] = (containers.length > 0 ? containers : unusual).toSorted(
		(a, b) => countFresh(b) - countFresh(a),
	);
	return best?.next;
}

/** Lists the values that the property may have, the most probable first. */
function listGuesses(
	{ lesson, state, subject }: Attempt,
	shown: Trial,
): unknown[] {
	const { name, isItem } = subject;
	const documented = Object.entries(Object(lesson.createBody())).flatMap(
		([each, value]) =>
			compareNames(each, name) >= MIN_SCORE && !isContainer(value)
				? [value]
				: [],
	);
	const text = describe(subject, shown, state) || shown.text;
	const guesses = listValues(lesson.knowledge, subject, shown, text);
	return [
		...(isItem ? [uniqueWord(), {}] : documented),
		...guesses.slice(0, MAX_FIRST),
		...[{}, [], [{}]],
		...(shown === state ? [] : listFreshWords(shown.text, state.text)),
		...guesses.slice(MAX_FIRST),
		[uniqueWord()],
	].slice(0, MAX_VALUES);
}

/**
 * Finds a value that the service accepts, or after which it complains less of the property.
 * @param shown the trial with a first value, which the service does not ignore
 */
export async function findValue(
	attempt: Attempt,
	shown: Trial,
): Promise<Trial | undefined> {
	const { state, subject } = attempt;
	const { name } = subject;
	if (isAccepted(shown.response)) return shown;
	const before = isSent(state, subject) ? Infinity : countName(state, name);
	const ofFirst = countName(shown, name);
	const isLess =
		before < Infinity && (before > 0 ? ofFirst < before : ofFirst === 0);
	const isSettled =
		listFreshTokens(shown, state).length === 0 || isSameForm(shown, state);
	if (isLess && isSettled) return shown;
	if (isLess && ofFirst === 0) return (await tryNamed(attempt, shown)) ?? shown;
	const limit = Math.min(before > 0 ? before : Infinity, ofFirst);
	const results: Result[] = [{ value: "", next: shown }];
	let best = isLess ? shown : undefined;
	for (const value of listGuesses(attempt, shown)) {
		const next = await put(attempt, value);
		if (!next || isAccepted(next.response)) return next ?? best;
		if (!isFormRejected(next.response)) continue;
		results.push({ value, next });
		const now = countName(next, name);
		const fresh = listFreshTokens(next, state, shown);
		const isInside = fresh.some(
			(path) =>
				path.slice(0, -1).includes(name) &&
				findOwn(Object(state.body), path.at(-1) ?? "") === undefined,
		);
		// An empty object may lack what the service says of a missing one.
		const isEmptied = before < Infinity && next.text === state.text;
		if (isContainer(value) && (isInside || isEmptied)) return next;
		const isSolved = fresh.length === 0 || isSameForm(next, state);
		if (now === 0 || (now < limit && isSolved)) return next;
		if (now < limit && (!best || now < countName(best, name))) best = next;
	}
	return best ?? findUnusual(attempt, results, limit);
}
