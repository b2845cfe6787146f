import { isObject } from "../../values/json.ts";
import type { Shape } from "../model.ts";
import {
	CONTAINED,
	compareNames,
	MAX_COMPARED,
	MIN_SCORE,
	normalize,
} from "./compare-names.ts";
import { isIdText, MIN_ECHO } from "./find-meaning.ts";
import type { Search, Source } from "./missing-properties.ts";
import { rankTime } from "./rank-times.ts";
import { isLeaf, isValid } from "./shape-values.ts";

/** Returns the names by their normalized names. The first of equal ones counts. */
const byNormalized = (names: readonly string[]): ReadonlyMap<string, string> =>
	new Map(names.toReversed().map((name) => [normalize(name), name]));

/**
 * Finds the properties of an object that have a common beginning, such as `target_type` and `target_id` for `type` and
 * `id`. Of several such beginnings, returns that with the id of another record; nothing if several have one.
 */
function findPrefixed(
	names: readonly string[],
	{ values, unknown, hints }: Search,
): (readonly [inner: string, outer: string])[] {
	const [first, ...others] = names;
	if (first === undefined || others.length === 0) return [];
	const leaves = byNormalized(
		unknown.filter((each) => typeof values[each] !== "object"),
	);
	const inner = names.map((name) => [name, normalize(name)] as const);
	const candidates = [...leaves.keys()].flatMap((each) => {
		const start = each.slice(0, -normalize(first).length);
		const found = inner.flatMap(([name, end]) => {
			const outer = leaves.get(start + end);
			return outer === undefined ? [] : [[name, outer] as const];
		});
		return start !== "" && found.length === names.length ? [found] : [];
	});
	const isOfOther = ([, outer]: readonly [string, string]): boolean =>
		isIdText(values[outer]) && (hints.countUses?.(values[outer]) ?? 0) < 0;
	const likely =
		candidates.length > 1
			? candidates.filter((each) => each.some(isOfOther))
			: candidates;
	return likely.length === 1 ? likely.flat() : [];
}

/** Finds an object whose properties were moved into the enclosing object, such as `subjectId` for `subject.id`. */
export function findFlattened(
	name: string,
	search: Search,
): Source | undefined {
	const { schema, values, unknown } = search;
	const { renamed } = search.hints;
	const { properties = {}, required = [] } = schema.properties?.[name] ?? {};
	const names = Object.keys(properties);
	if (names.length + required.length === 0) return undefined;
	const known = byNormalized(unknown);
	const matches = names.flatMap((inner) => {
		const other = renamed.get(`${name}.${inner}`) ?? "";
		const outer = unknown.includes(other)
			? other
			: known.get(normalize(name + inner));
		return outer === undefined ? [] : [[inner, outer] as const];
	});
	const prefixed =
		matches.length < required.length ? findPrefixed(required, search) : [];
	const found = prefixed.length > 0 ? prefixed : matches;
	if (found.length === 0) return undefined;
	const outerNames = found.map(([, outer]) => outer);
	return {
		value: Object.fromEntries(
			found.map(([inner, outer]) => [inner, values[outer]]),
		),
		actual: `flattened into ${outerNames.join(", ")}`,
		names: outerNames,
		change: { kind: "flatten", to: Object.fromEntries(found) },
	};
}

/** A property inside nested objects. */
export interface Leaf {
	/** The names of the enclosing properties, followed by the name of the property. */
	readonly path: readonly string[];
	readonly value: unknown;
}

const MAX_DEPTH = 3;

function* listInner(
	value: unknown,
	path: readonly string[],
): Generator<Leaf, void> {
	if (!isObject(value) || path.length >= MAX_DEPTH) return;
	for (const name of Object.keys(value)) {
		// A placeholder of a template, such as "{{ limit }}", names no property.
		if (/[{}\s]/.test(name)) continue;
		const leaf = { path: [...path, name], value: value[name] };
		yield leaf;
		yield* listInner(leaf.value, leaf.path);
	}
}

/**
 * Lists the properties of the objects with these names in a response, up to a maximum. An object that repeats a
 * required property is another record.
 */
export function listMoved(
	{ schema: { required = [] }, values }: Search,
	names: readonly string[],
): readonly Leaf[] {
	const found: Leaf[] = [];
	const own = required.filter((name) => Object.hasOwn(values, name));
	const parts = names.filter(
		(name) => !own.some((each) => Object.hasOwn(Object(values[name]), each)),
	);
	for (const outer of parts)
		for (const leaf of listInner(values[outer], [outer])) {
			if (found.length === MAX_COMPARED * MAX_DEPTH) return found;
			found.push(leaf);
		}
	return found;
}

/** Lists the names and values of the object that has the last property of a path. */
const listBeside = (
	path: Leaf["path"],
	leaves: readonly Leaf[],
): (readonly [name: string, value: unknown])[] => {
	const outer = path.slice(0, -1).join("\n");
	return leaves
		.filter((each) => each.path.slice(0, -1).join("\n") === outer)
		.map((each) => [each.path.at(-1) ?? "", each.value]);
};

/** Whether a value in an inner object belongs to another property: it is a word instead of a time, or another id. */
const isOther = (
	{ format, pattern }: Shape,
	value: unknown,
	{ countUses }: Search["hints"],
): boolean =>
	typeof value === "string" &&
	(format === "date-time"
		? !/\d/.test(value)
		: pattern !== undefined &&
			isIdText(value) &&
			(countUses?.(value) ?? 0) < 0);

/** Whether a value is the id of an inner object with further properties, none of which is missing itself. */
function isOfRecord(
	name: string,
	{ schema, missing, hints: { countUses } }: Search,
	{ path, value }: Leaf,
	leaves: readonly Leaf[],
): boolean {
	const isId =
		schema.properties?.[name]?.pattern !== undefined &&
		path.at(-1) === name &&
		!(isIdText(value) && (countUses?.(value) ?? 0) > 0);
	// The rest takes long for many leaves.
	if (!isId) return false;
	const isMissing = (other: string): boolean =>
		missing.some(
			(each) => each !== name && compareNames(other, each) >= CONTAINED,
		);
	const beside = listBeside(path, leaves).filter(([each]) => each !== name);
	return beside.length > 0 && !beside.some(([each]) => isMissing(each));
}

/** Returns the probability that the value was moved to the path, from 0 to 1. */
function scorePath(
	name: string,
	{ schema: { properties = {} }, hints }: Search,
	{ path, value }: Leaf,
	leaves: readonly Leaf[],
): number {
	const schema = properties[name] ?? {};
	if (isLeaf(schema) && typeof value === "object" && !isValid(schema, value))
		return 0;
	if (isOther(schema, value, hints)) return 0;
	const sent = hints.sent[name];
	const isEcho = typeof sent === "string" && sent.length >= MIN_ECHO;
	if (isEcho && value === sent) return 1;
	const isJoined = path.some(
		(_, index) => path.slice(index).map(normalize).join("") === normalize(name),
	);
	if (isJoined) return 1;
	const last = path.at(-1) ?? "";
	const similarity = compareNames(last, name);
	const own =
		schema.format === "date-time"
			? rankTime(last, similarity, listBeside(path, leaves))
			: similarity;
	if (own > MIN_SCORE) return own;
	const isBelow =
		isValid(schema, value) &&
		path.slice(0, -1).some((each) => compareNames(each, name) >= CONTAINED);
	return isBelow ? MIN_SCORE : 0;
}

/**
 * Finds a property that moved into a sibling object, such as `page.next` or `paging.cursors.after` for `nextCursor`.
 */
export function findMoved(
	name: string,
	search: Search,
	leaves: readonly Leaf[],
	least = 0,
): Source | undefined {
	const [best] = leaves
		.filter((leaf) => !isOfRecord(name, search, leaf, leaves))
		.map((leaf) => ({
			...leaf,
			score: scorePath(name, search, leaf, leaves),
		}))
		.filter(({ score }) => score > 0 && score >= least)
		.sort((a, b) => b.score - a.score);
	return (
		best && {
			value: best.value,
			actual: best.path.join("."),
			names: best.path.slice(0, 1),
			change: { kind: "move", to: best.path },
		}
	);
}
