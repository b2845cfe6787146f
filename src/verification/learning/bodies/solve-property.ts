import {
	compareNames,
	MIN_SCORE,
} from "../../../document/judgment/compare-names.ts";
import { isObject } from "../../../values/json.ts";
import { uniqueWord } from "../../../values/unique-word.ts";
import {
	isAccepted,
	isComplaintOf,
	isFormRejected,
	keyOf,
	type Trial,
} from "../rejections/read-trial.ts";
import {
	findObject,
	findWrapper,
	isSamePlace,
	listNames,
	type Repair,
	wrapInside,
} from "../rejections/repairs.ts";
import { SPELLINGS } from "../values/guess-values.ts";
import { isSubjectOf, nameOf, type Subject } from "./body-subjects.ts";
import {
	isInside,
	isOther,
	listComplaints,
	listFresh,
	rank,
	setValue,
	wrap,
} from "./change-body.ts";
import { findOwn } from "./locate-properties.ts";
import { solveById } from "./solve-by-record.ts";
import { isLikely, type Solving, solveByValue } from "./solve-by-value.ts";
import { solveByText, solveItems } from "./solve-items.ts";

/** The input for filling a body. */
export interface Filling extends Solving {
	readonly first: Trial;
	/** Common names of envelopes. */
	readonly wrappers: readonly string[];
	/** The names of wrappers inside others that accepted bodies of the service have. */
	readonly innerWrappers: readonly string[];
	/** The names of documented objects that the body may lack. */
	readonly optionalObjects: readonly string[];
	/** Whether the service now complains of what an empty body lacks, too. */
	readonly isOfNothing: (trial: Trial, before: Trial) => Promise<boolean>;
	/** Whether the service is known to reject names that it does not know. */
	readonly rejectsUnknown: () => boolean;
	/** The names that the service is found not to know. */
	readonly unknown: Set<string>;
}

/** Whether a repair has created the property. */
const isSettled = (
	repairs: readonly Repair[],
	{ at, name }: Pick<Subject, "at" | "name">,
): boolean =>
	repairs.some(
		(each) =>
			each.kind !== "wrap" &&
			isSamePlace(each.at, at) &&
			(each.kind === "rename" ? each.to : each.name) === name,
	);

/** Whether a documented property may be a missing one under another name. The last parameter has the free properties. */
type MayBe = (
	each: string,
	name: string,
	free: Readonly<Record<string, unknown>>,
) => boolean;

const isSimilar: MayBe = (each, name) => compareNames(each, name) >= MIN_SCORE;

/** Whether it is the only object or array. */
const isOnlyStructured: MayBe = (each, _, free) => {
	const structured = Object.keys(free).filter(
		(other) => typeof free[other] === "object",
	);
	return structured.join() === each;
};

/** Whether it is the only array, and the name is a plural. */
const isOnlyArray: MayBe = (each, name, free) =>
	Array.isArray(free[each]) &&
	name.endsWith("s") &&
	isOnlyStructured(each, name, free);

/** Whether all new complaints are about parts of a value, whose property therefore has the right name. */
const isOfParts = (
	before: Trial,
	after: Trial,
	name: string,
	value: unknown,
): boolean => {
	const parts = listNames(value);
	const fresh = listFresh(before, after);
	return (
		parts.length > 0 &&
		fresh.length > 0 &&
		fresh.every(({ paths }) =>
			paths.some(
				(path) =>
					path.slice(0, -1).includes(name) || parts.includes(path.at(-1) ?? ""),
			),
		)
	);
};

/** Tries the name of a missing property for documented ones. */
async function solveByName(
	{ send }: Filling,
	current: Trial,
	subject: Subject,
	mayBe: MayBe,
): Promise<Trial | undefined> {
	const { repairs, body } = current;
	const { at, name, inner } = subject;
	const within = findObject(body, at) ?? {};
	if (findOwn(within, name) !== undefined || inner.length > 0) return undefined;
	// A service that rejects unknown names may have rejected the documented one before it told its own.
	const removals = new Map(
		repairs.flatMap((each) =>
			each.kind === "remove" && isSamePlace(each.at, at)
				? [[each.name, each]]
				: [],
		),
	);
	const free: Record<string, unknown> = Object.fromEntries([
		...Object.entries(within).filter(
			([each]) => !isSettled(repairs, { at, name: each }),
		),
		...[...removals.values()].map((each) => [each.name, each.documented]),
	]);
	const own = Object.keys(free)
		.filter((each) => mayBe(each, name, free))
		.sort((a, b) => compareNames(b, name) - compareNames(a, name));
	for (const each of own) {
		const next = await send([
			...repairs.filter((other) => other !== removals.get(each)),
			{ kind: "rename", at, name: each, to: name },
		]);
		if (!next) return undefined;
		const found = rank(current, next, subject, undefined);
		if (found === "accepted" || found === "solved") return next;
		if (found === "other" && isOfParts(current, next, name, free[each]))
			return next;
	}
	return undefined;
}

/** Tries other spellings of a documented text. */
export async function solveBySpelling(
	{ send }: Filling,
	current: Trial,
	subject: Subject,
): Promise<Trial | undefined> {
	const { repairs, body } = current;
	const { at, name } = subject;
	const documented = findObject(body, at)?.[name];
	const isMade = repairs.some((each) => isSubjectOf(each, subject));
	if (typeof documented !== "string" || isMade) return undefined;
	for (const spell of SPELLINGS) {
		const make = (value: unknown): unknown =>
			typeof value === "string" ? spell(value).replace(/^\W*$/, "a") : value;
		const repair: Repair = { kind: "set", at, name, make, documented };
		const next = await send([...repairs, repair]);
		if (!next) return undefined;
		const found = rank(current, next, subject, undefined);
		if (found === "accepted" || found === "solved") return next;
	}
	return undefined;
}

/**
 * Puts the documented properties in a property of their wrapper, as in `{"data": {"attributes": {…}}}`. Unless other
 * bodies of the service have this wrapper, the service must then complain of less than if it is an empty object.
 */
async function solveByInnerWrapper(
	{ send, innerWrappers }: Filling,
	current: Trial,
	subject: Subject,
): Promise<Trial | undefined> {
	const { repairs, body } = current;
	const { at, name, inner } = subject;
	if (at.length === 0 || inner.length > 0) return undefined;
	if (!isSamePlace(at, findWrapper(repairs))) return undefined;
	if (findObject(body, at)?.[name] !== undefined) return undefined;
	const wrapped = await send(wrapInside(repairs, name));
	if (!wrapped) return undefined;
	const isTaken = isAccepted(wrapped.response);
	if (!isTaken && !isInside(wrapped, subject)) return undefined;
	if (innerWrappers.includes(name)) return wrapped;
	const empty = await setValue(send, current, subject, {});
	if (!empty || isAccepted(empty.response)) return empty;
	const isLess = wrapped.complaints.length < empty.complaints.length;
	const lacks = (trial: Trial, each: string): boolean =>
		trial.complaints.some((own) => isComplaintOf(own, each));
	const isSeen = Object.keys(findObject(body, at) ?? {}).some(
		(each) => lacks(empty, each) && !lacks(wrapped, each),
	);
	return isTaken || isLess || isSeen ? wrapped : undefined;
}

/** Whether the service complains of the name in addition to all that it complained of before. */
function isRefused(before: Trial, after: Trial, subject: Subject): boolean {
	const now = new Set(after.complaints.map(keyOf));
	return (
		before.complaints.every((each) => now.has(keyOf(each))) &&
		listFresh(before, after).some(
			({ isPlaced, paths: [path] }) =>
				isPlaced && path?.at(-1) === nameOf(subject),
		)
	);
}

/** Returns repairs that add an object or a list of objects, each property by itself, so that needless ones can be left out. */
function addPart({ at, name }: Subject, value: object): Repair[] {
	const [item] = Array.isArray(value) ? value : [value];
	const inner = Array.isArray(value) ? [...at, name, "*"] : [...at, name];
	const empty = Array.isArray(value) ? [{}] : {};
	return [
		{ kind: "set", at, name, make: () => (isObject(item) ? empty : value) },
		...Object.entries(isObject(item) ? item : {}).map(
			([each, own]): Repair => ({
				...{ kind: "set", at: inner, name: each, make: () => own },
			}),
		),
	];
}

/** Tries what a record of the service has under the name. */
async function solveByPart(
	{ knowledge, send }: Filling,
	current: Trial,
	subject: Subject,
): Promise<Trial | undefined> {
	if (subject.inner.length > 0) return undefined;
	for (const value of knowledge.partsOf(nameOf(subject))) {
		const others = current.repairs.filter(
			(each) => !isSubjectOf(each, subject),
		);
		const next = await send([...others, ...addPart(subject, value)]);
		const found = next && rank(current, next, subject, value);
		if (found === "accepted" || found === "solved") return next;
	}
	return undefined;
}

/** Puts a word in the place of a documented object or list to which another repair has given the name. */
async function solveByWord(
	{ send }: Filling,
	current: Trial,
	{ at, name }: Subject,
): Promise<Trial | undefined> {
	const others = current.repairs.filter(
		(each) =>
			each.kind !== "rename" || each.to !== name || !isSamePlace(each.at, at),
	);
	const isRenamed = others.length < current.repairs.length;
	if (!isRenamed || typeof findObject(current.body, at)?.[name] !== "object")
		return undefined;
	const next = await send([
		...others,
		{ kind: "set", at, name, make: uniqueWord },
	]);
	return next && isOther(current, next) ? next : undefined;
}

/** Finds the best value of a property. Returns undefined if the service seems not to know the property. */
export async function solve(
	filling: Filling,
	current: Trial,
	subject: Subject,
): Promise<Trial | undefined> {
	if (subject.isItem) return solveItems(filling, current, subject);
	const { send } = filling;
	const solved =
		(await solveByWord(filling, current, subject)) ??
		(await solveByText(filling, current, subject)) ??
		(await solveByInnerWrapper(filling, current, subject)) ??
		(await solveByName(filling, current, subject, isSimilar)) ??
		(await solveByName(filling, current, subject, isOnlyArray)) ??
		(await solveById(filling, current, subject)) ??
		(await solveByName(filling, current, subject, isOnlyStructured));
	if (solved) return solved;
	const word = uniqueWord();
	const isMade = current.repairs.some((each) => isSubjectOf(each, subject));
	const shown = isMade ? current : await setValue(send, current, subject, word);
	if (!shown) return undefined;
	const ofWord = isMade ? "changed" : rank(current, shown, subject, word);
	if (ofWord === "accepted") return shown;
	if (
		listComplaints(shown, subject).some(({ isOfName }) => isOfName) ||
		isRefused(current, shown, subject)
	)
		return undefined;
	if (ofWord !== "same" && isInside(shown, subject)) {
		const part = await solveByPart(filling, current, subject);
		if (part) return part;
		const next = await setValue(send, current, subject, {});
		return next && rank(current, next, subject, {}) !== "same" ? next : shown;
	}
	if (ofWord === "solved") return shown;
	const wrapped = await wrap(send, current, subject);
	if (wrapped && (isAccepted(wrapped.response) || isInside(wrapped, subject)))
		return wrapped;
	if (isLikely(current, subject)) {
		// A service may not name the property if its value is of another type.
		const empty = await setValue(send, current, subject, {});
		if (empty && isFormRejected(empty.response) && isInside(empty, subject))
			return empty;
	}
	const byValue = await solveByValue(filling, current, subject, {
		...{ shown, ofWord },
	});
	if (byValue) return byValue;
	return wrapped && !(await filling.isOfNothing(wrapped, current))
		? wrapped
		: undefined;
}
