import { groupBy } from "../../../values/group-by.ts";
import { uniqueWord } from "../../../values/unique-word.ts";
import { countName, maskNames } from "../rejections/compare-rejections.ts";
import { isAccepted, type Trial } from "../rejections/read-trial.ts";
import { findObject, listPlaces } from "../rejections/repairs.ts";
import { listWords, SPELLINGS } from "../values/spellings.ts";
import { keyOfSubject, listUnique, type Subject } from "./body-subjects.ts";
import type { Lesson } from "./lesson.ts";
import { findOwn, locate } from "./locate-properties.ts";
import { isUnknownIn, setAll, type Trials } from "./trials.ts";

const MAX_PLACES = 4;
const MAX_NAMES = 40;

/** Lists the properties of a body that a rejection may name. */
function listNamed(
	{ tokens }: Trial,
	body: unknown,
	rejected: readonly Trial[],
): Subject[] {
	const bases = listPlaces(body).toReversed();
	const named = listUnique(
		tokens.flatMap((path) =>
			locate(path, body, bases)
				.toReversed()
				.slice(0, MAX_PLACES)
				.map(({ at, name, within, isItem }) => ({
					...{ at, inner: [], isItem, name: findOwn(within, name) ?? name },
				})),
		),
	);
	// What all rejections have belongs to their form.
	const isUsual = ({ name }: Subject): number =>
		Number(rejected.every((each) => countName(each, name) > 0));
	return named.toSorted((a, b) => isUsual(a) - isUsual(b));
}

/**
 * Lists the properties that the service may require, in groups, the most probable first: those that the rejection names,
 * the same in other spellings, those that the first rejections name, and usual names.
 */
export function listCandidates(
	{ createBody, wrappers, knowledge }: Lesson,
	state: Trial,
	rejected: readonly Trial[],
): readonly (readonly Subject[])[] {
	const named = listNamed(state, state.body, rejected);
	const respelled = named.flatMap(({ at, name }) => {
		const words = listWords(name);
		return [words, [...words, "id"]].flatMap((each) =>
			SPELLINGS.map((spell) => ({ at, name: spell(each), inner: [] })),
		);
	});
	const first = rejected
		.slice(0, 2)
		.flatMap((each) => listNamed(each, state.body, rejected));
	const [at = []] = listPlaces(state.body).toReversed();
	const usual = [
		...[...wrappers, ...Object.keys(Object(createBody()))],
		...knowledge.names().slice(0, MAX_NAMES),
	].map((name) => ({ at, name, inner: [] }));
	return [named, respelled, first, usual].map(listUnique);
}

/** Whether the body has the property. */
export const isSent = ({ body }: Trial, { at, name }: Subject): boolean =>
	findObject(body, at)?.[name] !== undefined;

/** The number of names that need no common request. */
const MAX_SINGLE = 3;
/** The maximum number of requests for the names at one place. */
const MAX_ROUNDS = 8;

/** Leaves out the names at one place that the service does not know, as far as requests with all of them tell. */
async function selectAt(
	trials: Trials,
	state: Trial,
	group: readonly Subject[],
	unknown: Set<string>,
): Promise<readonly Subject[]> {
	const [{ at } = { at: [] }] = group;
	const other = await trials.sendUnknown(state.body, at);
	if (!other) return group;
	let left = group;
	for (let round = 0; round < MAX_ROUNDS && left.length > 1; round++) {
		const next = await trials.send(setAll(state.body, left, uniqueWord()));
		if (!next || isAccepted(next.response)) break;
		if (countName(other.trial, other.name) === 0) {
			if (maskNames(next) === maskNames(other.trial)) return [];
			const isSame = ({ name }: Subject): number =>
				Number(countName(next, name) === countName(state, name));
			return left.toSorted((a, b) => isSame(a) - isSame(b));
		}
		const rejected = left.filter(({ name }) =>
			isUnknownIn(other, state, next, name),
		);
		if (rejected.length === 0) break;
		for (const each of rejected) unknown.add(keyOfSubject(each));
		left = left.filter((each) => !rejected.includes(each));
	}
	return left;
}

/**
 * Leaves out properties that the service does not know.
 * @param unknown receives those which the service rejects as unknown
 */
export async function selectKnown(
	trials: Trials,
	state: Trial,
	subjects: readonly Subject[],
	unknown: Set<string>,
): Promise<readonly Subject[]> {
	if (subjects.length <= MAX_SINGLE) return subjects;
	const selected: Subject[] = [];
	for (const group of groupBy(subjects, ({ at }) => at.join("/")))
		selected.push(...(await selectAt(trials, state, group, unknown)));
	return selected;
}
