import { valueAt } from "../../../values/json.ts";
import { isTime } from "../../../values/read-time.ts";
import { uniqueWord } from "../../../values/unique-word.ts";
import { isAccepted, isFormRejected } from "../rejections/read-trial.ts";
import { listLeaves, type Search } from "./condition-names.ts";
import { type Answer, createInput, type Value } from "./list-inquiry.ts";

/** The maximum number of requests with several names. */
const MAX_GROUPS = 6;
/** So many properties are tried with all names at once. */
const MAX_TRIED = 2;
export const UP = "asc";
export const DOWN = "desc";
/** How services write that a property sorts in descending order. */
export const REVERSED: readonly ((name: string) => string)[] = [
	(name) => `-${name}`,
	...[",", ":", " ", "."].map(
		(each) => (name: string) => `${name}${each}${DOWN}`,
	),
];
/** So many of these are tried with all names at once. */
const MAX_REVERSED = 2;

type Items = readonly unknown[];

/** The maximum number of properties by which records may be sorted. */
const MAX_PROPERTIES = 12;

/** A property of records. */
export interface Property {
	readonly name: string;
	readonly path: readonly string[];
	readonly isTime: boolean;
}

/** Lists the properties of records, times first. */
export function listProperties(items: Items): Property[] {
	const leaves = items
		.flatMap((each) => listLeaves(each))
		.filter(({ value }) => typeof value !== "object")
		.map(({ path, value }) => ({ path, isTime: isTime(value) }))
		.sort((a, b) => Number(b.isTime) - Number(a.isTime));
	const byPath = new Map(leaves.map((each) => [each.path.join("."), each]));
	return Array.from(byPath.values(), (each) => ({
		...{ ...each, name: each.path.at(-1) ?? "" },
	})).slice(0, MAX_PROPERTIES);
}

/** Returns the order of records by a property: 1, -1, or 0 for none; undefined if all have the same value. */
export function findDirection(
	items: Items,
	{ path }: Property,
): number | undefined {
	const values = items.flatMap((item) => valueAt(item, ...path) ?? []);
	if (new Set(values).size < 2) return undefined;
	const toText = (value: unknown) => `${value}`;
	// Services compare texts with or without their case.
	const folds = [toText, (value: unknown) => `${value}`.toLowerCase()];
	const direction = [1, -1].find((sign) =>
		folds.some((fold) => {
			const keys = values.map((each) =>
				typeof each === "number" ? each : fold(each),
			);
			const ordered = sign === 1 ? keys : keys.toReversed();
			return ordered.every(
				(each, index) => !(each < (ordered[index - 1] ?? each)),
			);
		}),
	);
	return direction ?? 0;
}

/** Whether a response has as many records in another order. */
export const isReordered = (
	found: Answer | undefined,
	start: Items,
): found is Answer =>
	found?.items.length === start.length &&
	JSON.stringify(found.items) !== JSON.stringify(start);

/** What sorting is measured with. */
export interface Course {
	readonly search: Search;
	/** The records in their order without sorting. */
	readonly start: readonly unknown[];
	readonly properties: readonly Property[];
	/** Names of a parameter that has only a direction. */
	readonly directions: readonly string[];
}

/** Returns the one that has the effect. All together have it. */
export async function bisect<Each>(
	all: readonly Each[],
	hasEffect: (some: readonly Each[]) => Promise<boolean>,
): Promise<Each | undefined> {
	let left = all;
	while (left.length > 1) {
		const some = left.slice(0, Math.ceil(left.length / 2));
		left = (await hasEffect(some)) ? some : left.slice(some.length);
	}
	return left[0];
}

/**
 * Finds the names whose values a service rejects, and the names of which it takes any value. Each name has another word,
 * which the rejection may repeat.
 * @param createValue returns the value of one name
 */
export async function findRejecting(
	{ inquiry: { isInQuery, send }, readNames }: Search,
	names: readonly string[],
	createValue: () => string = uniqueWord,
): Promise<{ readonly found: string[]; readonly left: readonly string[] }> {
	const words = new Map(names.map((name) => [name, createValue()]));
	const sendAll = (some: readonly string[]) =>
		send(
			createInput(
				isInQuery,
				some.map((name): Value => [[name], words.get(name)]),
			),
		);
	const isRejected = async (some: readonly string[]): Promise<boolean> => {
		const example = await sendAll(some);
		return example !== undefined && isFormRejected(example.response);
	};
	const found: string[] = [];
	let left = names;
	for (let sent = 0; sent < MAX_GROUPS && left.length > 0; sent++) {
		const example = await sendAll(left);
		if (!example || isAccepted(example.response)) break;
		const { isUnknown, isNamed, rejectsUnknown } = await readNames(example);
		const known = left.filter((each) => !isUnknown(each));
		// A rejection may repeat the whole address.
		const text = `${example.response.body}`.replaceAll(
			example.request.path,
			"",
		);
		const named = [
			known.filter((each) => text.includes(words.get(each) || each)),
			known.filter(isNamed),
		].find(
			// A rejection that names all of several names may do so for another reason.
			({ length }) => length > 0 && (length < known.length || length === 1),
		);
		const isLess = known.length < left.length;
		if (!named && !isLess && rejectsUnknown) return { found, left: [] };
		const one =
			named ?? (isLess ? [] : [(await bisect(left, isRejected)) ?? ""]);
		found.push(...one);
		left = known.filter((each) => !one.includes(each));
	}
	return { found, left };
}

/** Finds a name that changes the order of records, with its value, among those of which the service takes any value. */
export async function findEffective(
	{ search: { ask }, start, properties, directions }: Course,
	left: readonly string[],
): Promise<Value | undefined> {
	const hasEffect = async (some: readonly Value[]): Promise<boolean> =>
		isReordered(await ask(...some), start);
	const tried = properties
		.filter((each) => (findDirection(start, each) ?? 1) < 1)
		.slice(0, MAX_TRIED);
	// Records may have the usual order of every property.
	const [ordered] = properties.filter((each) => findDirection(start, each));
	const reversed = ordered && tried.length === 0 ? REVERSED : [];
	const names = left.filter((each) => !directions.includes(each));
	const write = (some: readonly string[], value: string) =>
		some.map((name): Value => [[name], value]);
	for (const batch of [
		...tried.map(({ name }) => write(names, name)),
		...[UP, DOWN].map((each) => write(left, each)),
		...reversed
			.slice(0, MAX_REVERSED)
			.map((by) => write(names, by(ordered?.name ?? ""))),
	])
		if (batch.length > 0 && (await hasEffect(batch)))
			return bisect(batch, hasEffect);
	return undefined;
}
