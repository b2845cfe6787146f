import { isObject } from "../../../values/json.ts";
import type { Trial } from "../rejections/read-trial.ts";
import {
	findObject,
	findWrapper,
	isSamePlace,
	listPlaces,
	type Place,
	type Repair,
} from "../rejections/repairs.ts";
import { listWords as listParts, SPELLINGS } from "../values/spellings.ts";
import { findOwn, locate, type Target } from "./locate-properties.ts";

/** A property that a rejection may be about. */
export interface Subject {
	readonly at: Place;
	readonly name: string;
	/** The further path inside the property, which the body lacks. */
	readonly inner: readonly string[];
	/** Whether the complaint is about an item of this array itself, and not about a property of the item. */
	readonly isItem?: true | undefined;
}

const MAX_SUBJECTS = 16;

export const isSubjectOf = (
	repair: Repair,
	{ at, name }: Pick<Subject, "at" | "name">,
): boolean =>
	repair.kind === "set" && repair.name === name && isSamePlace(repair.at, at);

export const keyOfSubject = ({ at, name, inner, isItem }: Subject): string =>
	[...at, name, ...inner, ...(isItem ? ["*"] : [])].join("/");

/** Returns the name of the innermost property. */
export const nameOf = ({ name, inner }: Subject): string =>
	inner.at(-1) ?? name;

const createSubject = (name: string, at: Place = []): Subject => ({
	...{ at, name, inner: [] },
});

/** Leaves out subjects that come a second time. */
export const listUnique = (subjects: readonly Subject[]): Subject[] => [
	...new Map(subjects.map((each) => [keyOfSubject(each), each])).values(),
];

/** Returns the places in the body of the properties that a complaint names. */
export const locateAll = (
	{ paths }: Trial["complaints"][number],
	{ body, repairs }: Pick<Trial, "body" | "repairs">,
): string[] =>
	paths.flatMap((path) => {
		const [target] = locate(path, body, findBases({ body, repairs }));
		return target ? [keyOfSubject({ inner: [], ...target })] : [];
	});

/** Returns the place of the object that wraps the properties: one that the service wants, or that of the document. */
function findAround({ body, repairs }: Pick<Trial, "body" | "repairs">): Place {
	const wrapper = findWrapper(repairs);
	if (wrapper.length > 0) return wrapper;
	const [[name, within] = [""], ...others] = Object.entries(Object(body));
	return isObject(within) && others.length === 0 ? [name] : [];
}

/** Lists the places around the documented properties, the innermost first. */
function findBases(trial: Pick<Trial, "body" | "repairs">): Place[] {
	const around = findAround(trial);
	return [around, ...around.map((_, index) => around.slice(0, -1 - index))];
}

/** Lists the properties that complaints may be about in the object that a repair has added last. */
function listInner(
	complaints: Trial["complaints"],
	body: unknown,
	repairs: readonly Repair[],
): Target[] {
	const last = repairs.findLast(
		(each) =>
			each.kind === "set" &&
			each.documented === undefined &&
			findObject(body, [...each.at, each.name]) !== undefined,
	);
	const at = last?.kind === "set" ? [...last.at, last.name] : [];
	const within = findObject(body, at);
	return !last || !within
		? []
		: complaints.flatMap(({ paths }) =>
				paths.flatMap((path) => {
					const [name = "", ...inner] = path;
					const isOwn = inner.length === 0 && name !== last.name;
					return isOwn ? [{ at, name, within }] : [];
				}),
			);
}

/**
 * Lists the properties that complaints may be about, the most probable first.
 * @param rejectsUnknown whether the service rejects a property at the wrong place
 */
export function listSubjects(
	{ complaints, body, repairs }: Trial,
	rejectsUnknown = false,
): Subject[] {
	const bases = findBases({ body, repairs });
	// A sentence usually begins with its property, so that a code comes later.
	const indexOf = (text: string, [...path]: readonly string[]): number => {
		const index = text.toLowerCase().indexOf(`${path.at(-1)}`.toLowerCase());
		return index < 0 ? text.length : index;
	};
	const named = complaints.flatMap(({ paths, text }) =>
		paths
			.toSorted((a, b) => indexOf(text, a) - indexOf(text, b))
			.flatMap((path) =>
				locate(path, body, bases).filter(
					// In "trigger: missing field `type`", the object is only the place.
					({ name, within, isItem }) =>
						!(isItem || isObject(within[name])) ||
						!paths.some((each) => isSamePlace(each.slice(0, -1), path)),
				),
			),
	);
	// The service may tell only the last name of a property that it does not know, but the body has it.
	const sent = complaints
		.filter(({ isOfName }) => isOfName)
		.flatMap(({ paths, words }) => [
			...paths.flatMap((path) => path.at(-1) ?? []),
			...words,
		]);
	const listOwn = (names: readonly string[]): Target[] =>
		listPlaces(body).flatMap((at) => {
			const within = findObject(body, at) ?? {};
			return names
				.filter((name) => Object.hasOwn(within, name))
				.map((name): Target => ({ at, name, within }));
		});
	const unknown = listOwn(sent);
	const inner = listInner(complaints, body, repairs);
	// A new object lacks something more often than what is around it.
	const first = rejectsUnknown
		? []
		: inner.filter((each) => Object.keys(each.within).length === 0);
	// The place may begin at an object within the body, such as the item that fails.
	const deeper = listOwn(
		named.flatMap(({ name, within }) =>
			findOwn(within, name) === undefined ? [name] : [],
		),
	);
	const subjects = [...unknown, ...first, ...named, ...inner, ...deeper].map(
		({ at, name, within, inner = [], isItem }) => ({
			...{ at, inner, isItem, name: findOwn(within, name) ?? name },
		}),
	);
	const [base] = bases;
	const within = findObject(body, base ?? []) ?? {};
	const own = complaints
		.flatMap(({ words }) => words)
		.flatMap((word) => findOwn(within, word) ?? [])
		.map((each) => createSubject(each, base));
	return listUnique([...subjects, ...own]).slice(0, MAX_SUBJECTS);
}

/** Lists the properties with values that repairs have made up. A complaint without a place may be about them. */
export const listMade = ({ complaints, repairs }: Trial): Subject[] =>
	complaints.some(({ words }) => words.length === 0)
		? []
		: repairs
				.flatMap((each) =>
					each.kind === "set" ? [createSubject(each.name, each.at)] : [],
				)
				.reverse();

/** Lists the words of complaints, each of which may be the name of a property. */
export function listWords(
	{ complaints, body, repairs }: Trial,
	wrappers: readonly string[],
): Subject[] {
	const [base] = findBases({ body, repairs });
	const isWrapper = (word: string): number => Number(wrappers.includes(word));
	return listUnique(
		complaints
			.flatMap(({ words }) => words)
			.sort((a, b) => isWrapper(b) - isWrapper(a))
			.map((each) => createSubject(each, base)),
	).slice(0, MAX_SUBJECTS);
}

/**
 * Lists the properties under other names, because a rejection may name them in the language of its code, or in a
 * sentence: `page_count` for `PageCount`, and `book_id` for `Book`.
 * @param names the names in the records of the service
 */
export function respell(
	subjects: readonly Subject[],
	names: readonly string[],
): Subject[] {
	const own = new Set(subjects.map(({ name }) => name));
	const others = subjects.flatMap(({ at, name, inner }) => {
		const parts = listParts(name);
		if (inner.length > 0 || parts.length === 0) return [];
		const longer = names.filter(
			(each) => listParts(each)[0] === parts.join("") && parts.length === 1,
		);
		return [...SPELLINGS.map((spell) => spell(parts)), ...longer].map((each) =>
			createSubject(each, at),
		);
	});
	return listUnique(others.filter(({ name }) => !own.has(name)));
}
