import {
	compareNames,
	MIN_SCORE,
} from "../../document/judgment/compare-names.ts";
import { isObject } from "../../values/json.ts";
import { uniqueWord } from "../../values/unique-word.ts";
import { renew } from "./fresh-texts.ts";
import { guessValues, respell } from "./guess-values.ts";
import { findOwn, locate, type Target } from "./locate-properties.ts";
import type { Complaint } from "./read-complaints.ts";
import { isComplaintOf, type Trial } from "./read-trial.ts";
import { isSamePlace, type Place, type Repair } from "./repairs.ts";

/** What responses have shown. */
export interface Seen {
	/** Returns values of the same name, and accepted bodies with a property that the text names. */
	values(name: string, text: string): readonly unknown[];
	/** Returns the ids of records of the kind that a name contains. */
	idsOf(name: string): readonly unknown[];
}

/** Whether a repair has created the property. */
export const isSettled = (
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

/** The number of paths of a complaint that probably name a property. Other paths may be codes. */
export const MAX_LIKELY = 2;

/** Lists repairs that add a missing property. */
export function addProperty(
	{ at, name, within, inner = [] }: Target,
	text: string,
	{ complaints, repairs }: Trial,
	seen: Seen,
	maxValues?: number,
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
	const guessed = guessValues(innermost, text, plain ?? []);
	const ids = seen.idsOf(innermost).map((each) => () => each);
	const values = (
		inner.length > 0
			? [...ids.slice(0, MAX_LIKELY), ...guessed.slice(0, MAX_LIKELY)]
			: guessed.slice(0, maxValues)
	).map((make) =>
		set((documented) =>
			inner.reduceRight((value, each) => ({ [each]: value }), make(documented)),
		),
	);
	if (inner.length > 0) return values;
	const wraps: Repair[] = at.length === 0 ? [{ kind: "wrap", name }] : [];
	// The only property of a body is what the service wants under another name.
	const only = own.length === 1 ? structured : [];
	return [
		...only.map(rename),
		...(objects ?? []).map((each) => set(() => renew(each))),
		...similar.map(rename),
		...ids.map(set),
		...others.filter((each) => !only.includes(each)).map(rename),
		...(complaints.length === 1
			? [...wraps, ...values]
			: [...values, ...wraps]),
	];
}

/** Lists repairs of an existing property. */
export function changeProperty(
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
