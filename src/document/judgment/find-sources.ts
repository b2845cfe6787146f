import { isDeepStrictEqual } from "node:util";
import { isObject } from "../../values/json.ts";
import type { Shape } from "../model.ts";
import {
	CONTAINED,
	compareNames,
	MIN_SCORE,
	normalize,
} from "./compare-names.ts";
import { findListProperty, hasType, isLeaf, isValid } from "./shape-values.ts";

/** What helps to recognize the values of missing properties. */
export interface Hints {
	/** The documented example at this place. */
	readonly example: unknown;
	/** The properties of the request body. A response that repeats them shows their new names. */
	readonly sent: Readonly<Record<string, unknown>>;
	/** The actual name by the documented name, as other responses have shown. */
	readonly renamed: Map<string, string>;
}

/** An object that lacks properties. */
interface Search {
	readonly schema: Shape;
	readonly values: Readonly<Record<string, unknown>>;
	/** The required properties that the object does not have. */
	readonly missing: readonly string[];
	/** The properties that the document does not define. */
	readonly unknown: readonly string[];
	readonly hints: Hints;
	/** Returns how well the value of an unknown property fits a missing one, from 0 to 1. */
	fits(name: string, other: string): number;
}

/** How the form of a value differs from the documented one, as data. */
export type FormChange =
	| {
			readonly kind: "rename";
			readonly to: string;
			/** Other properties that may have the value as well. */
			readonly rivals: readonly string[];
	  }
	/** The object needs a property that the document does not require. */
	| {
			readonly kind: "required";
			readonly name: string;
			readonly value: unknown;
	  }
	/** The value stands in a property of an object around it. */
	| { readonly kind: "wrap" | "list"; readonly to: string }
	| { readonly kind: "move"; readonly to: readonly string[] }
	| {
			readonly kind: "flatten";
			/** By the name of each inner property, the name of the outer one that has its value. */
			readonly to: Readonly<Record<string, string>>;
	  }
	| {
			readonly kind:
				| "missing"
				| "dropped"
				| "bare list"
				| "other object"
				| "value"
				| "count";
	  };

/** Where the value of a documented property was found. */
interface Source {
	readonly value: unknown;
	/** Describes where the value was found, for the reported difference. */
	readonly actual: string;
	/** The additional properties that it explains. */
	readonly names: readonly string[];
	readonly change: FormChange;
}

/** Returns the property that holds the object: `{"data": {…}}`. Its name may be that of a text in the object. */
export function findEnvelope({
	schema,
	values,
	missing,
	unknown,
	hints: { renamed },
}: Search): string | undefined {
	const { properties = {}, required = [] } = schema;
	if (missing.length === 0 || missing.length * 2 < required.length)
		return undefined;
	const hasOtherList = unknown.some((name) => Array.isArray(values[name]));
	const taken = Object.keys(values).filter((name) => {
		const property = properties[name];
		return (
			property && isObject(values[name]) && !isValid(property, values[name])
		);
	});
	return [...unknown, ...taken].find((name) => {
		const inner = values[name];
		if (!isObject(inner)) return false;
		// The only list of the object is that of the page, whatever its name is.
		const isPage =
			findListProperty(schema) !== undefined &&
			!hasOtherList &&
			unknown.includes(name) &&
			Object.values(inner).filter(Array.isArray).length === 1;
		if (isPage) return true;
		const outside = required.filter(
			(each) =>
				!Object.hasOwn(inner, renamed.get(each) ?? each) &&
				Object.keys(inner).every(
					(other) => compareNames(each, other) < CONTAINED,
				),
		);
		// The object wraps only a part: of `{"data": […], "paging": {…}}`, or if a required property is in its place.
		const isPart = outside.some((each) => {
			const property = properties[each] ?? {};
			return Object.hasOwn(values, each)
				? isValid(property, values[each])
				: hasType(property, "array") && hasOtherList;
		});
		return outside.length * 2 <= required.length && !isPart;
	});
}

/** Finds an object whose properties were moved into the enclosing object: `subjectId` for `subject.id`. */
function findFlattened(
	name: string,
	{ schema, values, unknown, hints: { renamed } }: Search,
): Source | undefined {
	const { properties = {} } = schema.properties?.[name] ?? {};
	const found = Object.keys(properties).flatMap((inner) =>
		unknown
			.filter(
				(each) =>
					normalize(each) === normalize(name + inner) ||
					each === renamed.get(`${name}.${inner}`),
			)
			.slice(0, 1)
			.map((outer) => [inner, outer] as const),
	);
	if (found.length === 0) return undefined;
	const names = found.map(([, outer]) => outer);
	return {
		value: Object.fromEntries(
			found.map(([inner, outer]) => [inner, values[outer]]),
		),
		actual: `flattened into ${names.join(", ")}`,
		names,
		change: { kind: "flatten", to: Object.fromEntries(found) },
	};
}

/** Each missing property is compared with each unknown one, and with what is in it. */
const MAX_COMPARED = 100;

interface Leaf {
	/** The names of the enclosing properties, and its own. */
	readonly path: readonly string[];
	readonly value: unknown;
}

const MAX_DEPTH = 3;

const listInner = (value: unknown, path: readonly string[]): Leaf[] =>
	isObject(value) && path.length < MAX_DEPTH
		? Object.entries(value).flatMap(([name, inner]) => {
				const leaf = { path: [...path, name], value: inner };
				return [leaf, ...listInner(inner, leaf.path)];
			})
		: [];

/** How probable it is that the value was moved to the path, from 0 to 1. */
function scorePath(name: string, schema: Shape, { path, value }: Leaf): number {
	if (isLeaf(schema) && typeof value === "object") return 0;
	const isJoined = path.some(
		(_, index) => normalize(path.slice(index).join("")) === normalize(name),
	);
	if (isJoined) return 1;
	const own = compareNames(path.at(-1) ?? "", name);
	if (own > MIN_SCORE) return own;
	const isBelow =
		isValid(schema, value) &&
		path.slice(0, -1).some((each) => compareNames(each, name) >= CONTAINED);
	return isBelow ? MIN_SCORE : 0;
}

/** Finds a property that moved into an object beside it: `page.next` or `paging.cursors.after` for `nextCursor`. */
function findMoved(
	name: string,
	{ schema, values }: Search,
	left: readonly string[],
): Source | undefined {
	const [best] = left
		.flatMap((outer) => listInner(values[outer], [outer]))
		.slice(0, MAX_COMPARED * MAX_DEPTH)
		.map((leaf) => ({
			...leaf,
			score: scorePath(name, schema.properties?.[name] ?? {}, leaf),
		}))
		.filter(({ score }) => score > 0)
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

/** Returns the result of a recursion; undefined if the values are nested too deeply for it. */
export function tryRecursion<Result>(
	recurse: () => Result,
): Result | undefined {
	try {
		return recurse();
	} catch (error) {
		if (error instanceof RangeError) return undefined;
		throw error;
	}
}

/** Whether both are sentences, or both are single words. */
const isLikeText = (example: unknown, value: unknown): boolean =>
	typeof example === "string" &&
	typeof value === "string" &&
	value !== "" &&
	/\s/.test(example) === /\s/.test(value);

/** How well a value of another form fits a longer name. */
const LIKELY = 0.2;

/** Shorter texts, such as "ok", may stand for anything. */
const MIN_EXAMPLE = 8;

/** How probable it is that a missing property has another name, from 0 to 3. */
function scoreName(name: string, other: string, search: Search): number {
	const { sent, renamed } = search.hints;
	const similarity = compareNames(name, other);
	const isKnown = renamed.get(name) === other;
	const isEcho =
		Object.hasOwn(sent, name) &&
		tryRecursion(() => isDeepStrictEqual(sent[name], search.values[other]));
	// An empty text fits by chance.
	const fit = search.values[other] === "" ? 0 : search.fits(name, other);
	const example = isObject(search.hints.example)
		? search.hints.example[name]
		: undefined;
	// Such as "ZAP_CREATED" for "zap.created".
	const isExample =
		typeof example === "string" &&
		typeof search.values[other] === "string" &&
		example.length >= MIN_EXAMPLE &&
		normalize(example) === normalize(search.values[other]);
	const property = search.schema.properties?.[name] ?? {};
	// A list is no sentence, whatever its name is.
	if (isLeaf(property) && typeof search.values[other] === "object") return 0;
	if (isKnown || isEcho || isExample || similarity === 1) return 2 + similarity;
	// Such as "bookId", whatever form of ids the service has.
	const isLonger = normalize(other).endsWith(normalize(name));
	const least = isLonger && similarity >= CONTAINED ? LIKELY : 0;
	return fit === 0 && similarity < CONTAINED
		? 0
		: Math.max(fit, least) + similarity / 2;
}

/** Finds where the values of missing properties are: flattened, under another name, or in another object. */
export function findSources(given: Search): ReadonlyMap<string, Source> {
	const search: Search = {
		...given,
		missing: given.missing.slice(0, MAX_COMPARED),
		unknown: given.unknown.slice(0, MAX_COMPARED),
	};
	const { values, missing, unknown, hints } = search;
	const sources = new Map<string, Source>();
	const isOpen = (name: string): boolean => !sources.has(name);
	const isLeft = (name: string): boolean =>
		![...sources.values()].some(({ names }) => names.includes(name));
	const rename = (
		name: string,
		other: string,
		rivals: readonly string[] = [],
	) =>
		sources.set(name, {
			...{ value: values[other], actual: other, names: [other] },
			change: { kind: "rename", to: other, rivals },
		});

	for (const name of missing) {
		const source = findFlattened(name, search);
		if (source) sources.set(name, source);
	}
	const open = missing.filter(isOpen);
	const left = unknown.filter(isLeft);
	// Assigns the most similar names first.
	const pairs = open
		.flatMap((name) =>
			left.map((other) => {
				return { name, other, score: scoreName(name, other, search) };
			}),
		)
		.filter(({ score }) => score > MIN_SCORE)
		.sort((a, b) => b.score - a.score);
	for (const { name, other, score } of pairs) {
		if (!isOpen(name) || !isLeft(other)) continue;
		const rivals = pairs.filter(
			(each) =>
				each.name === name && each.other !== other && isLeft(each.other),
		);
		rename(name, other, score >= 2 ? [] : rivals.map((each) => each.other));
		if (score >= 1) hints.renamed.set(name, other);
	}
	if (open.length === left.length) {
		const examples = isObject(hints.example) ? hints.example : {};
		for (const other of left.filter(isLeft)) {
			const [name, ...more] = open.filter(
				(each) => isOpen(each) && isLikeText(examples[each], values[other]),
			);
			if (name !== undefined && more.length === 0) rename(name, other);
		}
		// If one name and one value are left, they belong together if the value has the right type.
		const [name, ...names] = open.filter(isOpen);
		const [other, ...others] = left.filter(isLeft);
		const isOnly = names.length + others.length === 0;
		if (name !== undefined && other !== undefined && isOnly)
			if (search.fits(name, other) > 0) rename(name, other);
	}
	const { properties = {} } = search.schema;
	const isList = (name: string): boolean =>
		hasType(properties[name] ?? {}, "array");
	// A list may be in the place of a text.
	const [list, ...lists] = missing.filter(
		(name) => isOpen(name) && isList(name),
	);
	const [place, ...places] = Object.keys(values).filter(
		(name) =>
			name in properties && !isList(name) && Array.isArray(values[name]),
	);
	const isOne = lists.length + places.length === 0;
	if (list !== undefined && place !== undefined && isOne)
		sources.set(list, {
			...{ value: values[place], actual: place, names: [] },
			change: { kind: "rename", to: place, rivals: [] },
		});
	const rest = unknown.filter(isLeft);
	for (const name of missing.filter(isOpen)) {
		const source = findMoved(name, search, rest);
		const isTaken = [...sources.values()].some(
			({ actual }) => actual === source?.actual,
		);
		if (source && !isTaken) sources.set(name, source);
	}
	return sources;
}
