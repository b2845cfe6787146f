import {
	compareNames,
	MIN_SCORE,
} from "../../document/judgment/compare-names.ts";
import { isObject } from "../../values/json.ts";
import { uniqueWord } from "../../values/unique-word.ts";
import {
	guessValues,
	listChoices,
	listKinds,
	respell,
} from "./guess-values.ts";
import {
	findContainer,
	findOwn,
	locate,
	type Target,
} from "./locate-properties.ts";
import { textOf } from "./rank-trial.ts";
import type { Complaint } from "./read-complaints.ts";
import { isComplaintOf, type Trial } from "./read-trial.ts";
import {
	findObject,
	isSamePlace,
	listPlaces,
	type Place,
	type Repair,
} from "./repairs.ts";

/** What responses have shown. */
export interface Seen {
	/** Returns values of the same name, and accepted bodies with a property that the text names. */
	values(name: string, text: string): readonly unknown[];
	/** Returns the ids of records of the kind that a name contains. */
	idsOf(name: string): readonly unknown[];
}

/** Whether a repair has created the property. */
const isSettled = (
	repairs: readonly Repair[],
	at: Place,
	name: string,
): boolean =>
	repairs.some(
		(each) =>
			each.kind !== "wrap" &&
			isSamePlace(each.at, at) &&
			(each.kind === "rename" ? each.to : each.name) === name,
	);

/** Whether the object at a place is the last one that a repair has added or filled. */
function isNewest(repairs: readonly Repair[], at: Place): boolean {
	const last = repairs.at(-1);
	const added = repairs.filter(
		(each) => each.kind === "set" && isSamePlace([...each.at, each.name], at),
	);
	return (
		last?.kind === "set" &&
		added.length > 0 &&
		(added.includes(last) || isSamePlace(last.at, at))
	);
}

/** The number of paths of a complaint that probably name a property. Other paths may be codes. */
const MAX_LIKELY = 2;

const findValue = ({ body }: Trial, repair: Repair): unknown =>
	repair.kind === "wrap" || repair.kind === "remove"
		? undefined
		: findObject(body, repair.at)?.[
				repair.kind === "rename" ? repair.to : repair.name
			];

/** Whether a rejection repeats, in quotation marks, the value that a repair has set or moved. */
export function isRepeated(
	repair: Repair,
	before: Trial,
	after: Trial,
): boolean {
	const value = findValue(after, repair);
	const text = textOf(after);
	return (
		["string", "number", "boolean"].includes(typeof value) &&
		["`", "'", '"', '\\"'].some((mark) => {
			const quoted = `${mark}${value}${mark}`;
			return text.includes(quoted) && !textOf(before).includes(quoted);
		})
	);
}

/** Whether a repair has set one of several values that a complaint lists. */
export const isChoice = (
	repair: Repair,
	{ text }: Complaint,
	after: Trial,
): boolean => {
	const choices = listChoices(text, repair.name);
	return choices.length > 1 && choices.includes(`${findValue(after, repair)}`);
};

/** Lists repairs with the values that a rejection offers in place of the one that it repeats. */
export function listOffered(
	repair: Repair,
	before: Trial,
	after: Trial,
): Repair[] {
	if (repair.kind === "wrap" || repair.kind === "remove") return [];
	const set: Repair =
		repair.kind === "set"
			? repair
			: { kind: "set", at: repair.at, name: repair.to, make: uniqueWord };
	const known = new Set(before.complaints.map(({ text }) => text));
	const texts = after.complaints
		.map(({ text }) => text)
		.filter((text) => !known.has(text));
	return texts
		.flatMap((text) => [
			...listKinds(text),
			...listChoices(text, set.name).map((each) => () => each),
		])
		.map((make) => ({ ...set, make }));
}

/** Lists repairs that add a missing property. */
function addProperty(
	{ at, name, within, inner = [] }: Target,
	text: string,
	{ complaints, repairs }: Trial,
	seen: Seen,
	maxValues = Infinity,
): Repair[] {
	const [innermost = name] = inner.toReversed();
	const rename = (from: string): Repair => ({
		kind: "rename",
		at,
		name: from,
		to: name,
	});
	// A property that a repair has created is right.
	const own = Object.keys(within).filter(
		(each) => !isSettled(repairs, at, each),
	);
	const blamed = own.filter((each) =>
		complaints.some((other) => isComplaintOf(other, each)),
	);
	const similar = own
		.filter((each) => compareNames(each, name) >= MIN_SCORE)
		.sort((a, b) => compareNames(b, name) - compareNames(a, name));
	const structured = own.filter((each) => typeof within[each] === "object");
	const others = own.filter(
		(each) =>
			!similar.includes(each) &&
			(own.length === 1 ||
				structured.join() === each ||
				(typeof within[each] === "string" && blamed.includes(each))),
	);
	const set = (make: (documented: unknown) => unknown): Repair => ({
		...{ kind: "set", at, name, make },
	});
	const known = seen.values(innermost, text);
	const [objects, plain] = [true, false].map((isKnown) =>
		known.filter((each) => isObject(each) === isKnown),
	);
	const values = guessValues(innermost, text, plain ?? [])
		.slice(0, inner.length > 0 ? MAX_LIKELY : maxValues)
		.map((make) =>
			set((documented) =>
				inner.reduceRight(
					(value, each) => ({ [each]: value }),
					make(documented),
				),
			),
		);
	if (inner.length > 0) return values;
	const wraps: Repair[] = at.length === 0 ? [{ kind: "wrap", name }] : [];
	// The only property of a body is what the service wants under another name.
	const only = own.length === 1 ? structured : [];
	return [
		...only.map(rename),
		...(objects ?? []).map((each) => set(() => each)),
		...similar.map(rename),
		...seen.idsOf(innermost).map((each) => set(() => each)),
		...others.filter((each) => !only.includes(each)).map(rename),
		...(complaints.length === 1
			? [...wraps, ...values]
			: [...values, ...wraps]),
	];
}

/** Lists repairs of an existing property. */
function changeProperty(
	{ at, name, within, container }: Target,
	{ text, isOfName }: Complaint,
	{ complaints, body, repairs }: Trial,
	seen: Seen,
): Repair[] {
	const isNew = repairs.some(
		(each) =>
			each.kind === "set" &&
			each.documented === undefined &&
			each.name === name &&
			isSamePlace(each.at, at),
	);
	const own = isNew ? undefined : within[name];
	if (container)
		return [
			{
				...{ kind: "set", at, name, documented: own },
				make: () => (container === "object" ? {} : [{}]),
			},
		];
	const others = complaints.filter((each) => each.text !== text);
	const missing = others.flatMap(({ paths: [path = []] }) =>
		locate(path, body, [at]).filter(
			(each) => isSamePlace(each.at, at) && !findOwn(within, each.name),
		),
	);
	const isReference = (each: Target): number =>
		Number(seen.idsOf(each.name).length > 0);
	const renames = missing
		.sort(
			(a, b) =>
				isReference(a) - isReference(b) ||
				compareNames(b.name, name) - compareNames(a.name, name),
		)
		.map((each): Repair => ({ kind: "rename", at, name, to: each.name }));
	const wraps: Repair[] =
		at.length === 0 && complaints.length === 1 ? [{ kind: "wrap", name }] : [];
	const values =
		typeof within[name] === "string" && !isOfName
			? [
					...seen.idsOf(name).map((each) => () => each),
					...(isNew ? guessValues : respell)(
						...([name, text, seen.values(name, text)] as const),
					),
				]
			: [];
	const isFree = !isSettled(repairs, at, name);
	const isEmpty = isNew && JSON.stringify(within[name]) === "[]";
	return [
		...(isFree ? renames : []),
		...wraps,
		...[...(isEmpty ? [() => [uniqueWord()]] : []), ...values].map(
			(make): Repair => ({
				...{ kind: "set", at, name, make, documented: own },
			}),
		),
		...(isFree
			? [{ kind: "remove", at, name, documented: within[name] } as const]
			: []),
	];
}

/**
 * Lists the repairs that a complaint suggests, the most probable first.
 * @param current the rejected body
 */
export function listRepairs(
	complaint: Complaint,
	current: Trial,
	seen: Seen,
): Repair[] {
	const { paths, words, text } = complaint;
	const { body, repairs } = current;
	const wrapper = repairs.findLast(({ kind }) => kind === "wrap");
	const bases: Place[] = wrapper ? [[wrapper.name], []] : [[]];
	const places = listPlaces(body);
	const repair = (target: Target, maxValues?: number): Repair[] => {
		const name = findOwn(target.within, target.name);
		return name === undefined
			? addProperty(target, text, current, seen, maxValues)
			: changeProperty({ ...target, name }, complaint, current, seen);
	};
	/**
	 * Finds the places of a path. A single name may be a property anywhere. A plain word is not a property that a repair
	 * has created.
	 */
	const locateAll = (path: readonly string[], isWord = false): Target[] => {
		const [name = ""] = path;
		const isOpen = (at: Place): boolean =>
			!isWord || !isSettled(repairs, at, name);
		const container = findContainer(path, body, bases);
		// The first name of the path may be that of the whole body, too.
		if (container && isSettled(repairs, container.at, container.name))
			return [container];
		const located = [
			...locate(path, body, bases),
			...(container ? [container] : []),
		];
		const found = located.filter(({ at }) => isOpen(at));
		if (
			path.length > 1 ||
			found.some((each) => findOwn(each.within, name) !== undefined)
		)
			return found;
		const others = places
			.filter(
				(at) => isOpen(at) && found.every((each) => !isSamePlace(each.at, at)),
			)
			.flatMap((at): Target[] => {
				const within = findObject(body, at);
				return within ? [{ at, name, within }] : [];
			});
		const own = others.filter(
			({ within }) => findOwn(within, name) !== undefined,
		);
		const settled = located.filter(({ at }) => !isOpen(at));
		// A service that was shown an object may next require one of its properties.
		const inside = others.filter(({ at }) => isNewest(repairs, at));
		return own.length > 0
			? [...inside, ...own]
			: [...new Set([...inside, ...found, ...others, ...settled])];
	};
	const own = new Set(
		places.flatMap((at) => Object.keys(findObject(body, at) ?? {})),
	);
	const ofWords = words.flatMap((word): Repair[] => {
		if (own.has(word))
			return locateAll([word], true).flatMap((each) => repair(each));
		const [at = []] = bases;
		const within = findObject(body, at);
		return within
			? addProperty({ at, name: word, within }, "", current, seen, 1)
			: [];
	});
	const [known, unknown] = [true, false].map((isKnown) =>
		ofWords.filter((each) => own.has(each.name) === isKnown),
	);
	return [
		...paths.flatMap((path, index) =>
			locateAll(path).flatMap((each) =>
				repair(each, index < MAX_LIKELY ? Infinity : 1),
			),
		),
		...(known ?? []),
		...(unknown ?? []),
	];
}
