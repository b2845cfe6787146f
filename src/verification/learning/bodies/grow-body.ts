import { groupBy } from "../../../values/group-by.ts";
import { isObject } from "../../../values/json.ts";
import { uniqueWord } from "../../../values/unique-word.ts";
import { countName, maskNames } from "../rejections/compare-rejections.ts";
import { isAccepted, type Trial } from "../rejections/read-trial.ts";
import { findObject, listPlaces } from "../rejections/repairs.ts";
import { keyOfSubject, type Subject } from "./body-subjects.ts";
import { findEffect } from "./find-effect.ts";
import { findValue } from "./find-value.ts";
import type { Lesson } from "./lesson.ts";
import { isSent, listCandidates, selectKnown } from "./list-candidates.ts";
import { isUnknownIn, setAt, Trials } from "./trials.ts";

const MAX_STEPS = 40;
const MAX_REQUESTS = 110;

/** What distinguishes a state. An empty object may change nothing but where further properties can be. */
const keyOfState = ({ text, body }: Trial): string =>
	`${listPlaces(body).length} ${text}`;

/** The search for a body that a service accepts. */
interface Growth {
	readonly lesson: Lesson;
	readonly trials: Trials;
	/** The states that were reached. */
	readonly known: Set<string>;
	/** The properties that were tried in a state. */
	readonly tried: Set<string>;
	/** The properties that the service rejects as unknown. */
	readonly unknown: Set<string>;
}

/** Returns the trial with a word for the property if the service treats it unlike an unknown one. */
async function meet(
	{ trials, unknown }: Growth,
	state: Trial,
	subject: Subject,
): Promise<Trial | undefined> {
	const { at, name } = subject;
	const other = await trials.sendUnknown(state.body, at);
	const shown = await trials.send(setAt(state.body, at, name, uniqueWord()));
	if (!other || !shown) return undefined;
	if (isUnknownIn(other, state, shown, name)) {
		unknown.add(keyOfSubject(subject));
		return undefined;
	}
	const mask = (trial: Trial): string => maskNames(trial, name, other.name);
	return mask(shown) === mask(other.trial) ? undefined : shown;
}

/** Whether the body has an object with properties there, about which nothing is to be found out. */
const isFilled = ({ body }: Trial, { at, name }: Subject): boolean => {
	const own = findObject(body, at)?.[name];
	return isObject(own) && Object.keys(own).length > 0;
};

/** Adds or changes one property so that the service says something new, or accepts the body. */
async function improve(
	growth: Growth,
	state: Trial,
): Promise<Trial | undefined> {
	const { lesson, trials, known, tried, unknown } = growth;
	const { rejected } = trials;
	const isNew = (next: Trial | undefined): next is Trial =>
		next !== undefined &&
		(isAccepted(next.response) || !known.has(keyOfState(next)));
	const keyOf = (subject: Subject): string =>
		`${state.text}\n${keyOfSubject(subject)}`;
	/** Whether the body has the property, and other rejections say less of it. */
	const isIdle = (subject: Subject): boolean =>
		isSent(state, subject) &&
		rejected.every(
			(each) => countName(each, subject.name) >= countName(state, subject.name),
		);
	/** The trial with a known property of which no right value was found. */
	let met: Trial | undefined;
	const groups = listCandidates(lesson, state, rejected);
	for (const [index, group] of groups.entries()) {
		const isNamed = index === 0;
		const fresh = group.filter(
			(each) =>
				!unknown.has(keyOfSubject(each)) &&
				!tried.has(keyOf(each)) &&
				!isFilled(state, each),
		);
		const added = fresh.filter((each) => !isSent(state, each));
		const selected = await selectKnown(trials, state, added, unknown);
		const left = fresh.filter((each) =>
			isSent(state, each) ? isNamed : selected.includes(each),
		);
		for (const subject of left.toSorted(
			(a, b) => Number(isIdle(a)) - Number(isIdle(b)),
		)) {
			tried.add(keyOf(subject));
			const shown = isSent(state, subject)
				? state
				: await meet(growth, state, subject);
			const attempt = { trials, lesson, state, subject };
			const next = shown && (await findValue(attempt, shown));
			if (isNew(next)) return next;
			if (shown !== state && isNew(shown)) met ??= shown;
		}
		if (!isNamed) continue;
		for (const some of groupBy(added, ({ at }) => at.join("/"))) {
			const found = await findEffect({ trials, lesson, state }, some);
			if (!found) continue;
			const [subject, shown] = found;
			const attempt = { trials, lesson, state, subject };
			const next = await findValue(attempt, shown);
			if (isNew(next)) return next;
		}
	}
	return met;
}

/**
 * Finds a body that the service accepts, from an empty one. Reads no sentence: whether the service knows a property shows
 * in what it says of a name that no service knows, and whether a value is right in what it says of others.
 * @returns the accepted body, or the one that came nearest
 */
export async function growBody(lesson: Lesson): Promise<unknown> {
	const trials = new Trials(lesson, MAX_REQUESTS);
	const growth: Growth = {
		...{ lesson, trials },
		...{ known: new Set(), tried: new Set(), unknown: new Set() },
	};
	// The rejection of the documented body may name further properties.
	await trials.send(lesson.createBody());
	let state = await trials.send({});
	for (let step = 0; step < MAX_STEPS && state; step++) {
		if (isAccepted(state.response)) break;
		growth.known.add(keyOfState(state));
		const next = await improve(growth, state);
		if (!next) break;
		state = next;
	}
	return state?.body;
}
