import { isObject } from "../../values/json.ts";
import type { Shape } from "../model.ts";
import { compareNames, MIN_SCORE, normalize } from "./match-names.ts";
import { isValid } from "./shape-values.ts";

type Values = Readonly<Record<string, unknown>>;

/** Where the value of a documented property was found. */
export interface Source {
	readonly value: unknown;
	/** What stands in its place, for the difference. */
	readonly actual: string;
	/** The additional properties that it explains. */
	readonly names: readonly string[];
}

/** Finds the properties of an object that stand next to each other in the enclosing object: `subjectId` for `subject.id`. */
export function findFlattened(
	name: string,
	{ properties = {} }: Shape,
	values: Values,
	unknown: readonly string[],
): Source | undefined {
	const found = Object.keys(properties).flatMap((inner) => {
		const outer = unknown.find(
			(each) => normalize(each) === normalize(name + inner),
		);
		return outer === undefined ? [] : [[inner, outer] as const];
	});
	if (found.length === 0) return undefined;
	const names = found.map(([, outer]) => outer);
	return {
		value: Object.fromEntries(
			found.map(([inner, outer]) => [inner, values[outer]]),
		),
		actual: `flattened into ${names.join(", ")}`,
		names,
	};
}

interface Leaf {
	/** The names of the enclosing properties, and its own. */
	readonly path: readonly string[];
	readonly value: unknown;
}

const MAX_DEPTH = 3;
/** The similarity of names of which one contains the other. Any text is a valid value of many properties. */
const CONTAINED = 0.75;

const listInner = (value: unknown, path: readonly string[]): Leaf[] =>
	isObject(value) && path.length < MAX_DEPTH
		? Object.entries(value).flatMap(([name, inner]) => {
				const leaf = { path: [...path, name], value: inner };
				return [leaf, ...listInner(inner, leaf.path)];
			})
		: [];

/** How probable it is that the value was moved to the path, from 0 to 1. */
function scorePath(name: string, schema: Shape, { path, value }: Leaf): number {
	const own = compareNames(path.at(-1) ?? "", name);
	const isJoined = path.some(
		(_, index) => normalize(path.slice(index).join("")) === normalize(name),
	);
	const isBelow =
		isValid(schema, value) &&
		path.slice(0, -1).some((each) => compareNames(each, name) >= CONTAINED);
	return isJoined ? 1 : own > MIN_SCORE ? own : isBelow ? MIN_SCORE : 0;
}

/** Finds a property that moved into an object beside it: `page.next` or `paging.cursors.after` for `nextCursor`. */
export function findMoved(
	name: string,
	schema: Shape,
	values: Values,
	unknown: readonly string[],
): Source | undefined {
	const [best] = unknown
		.flatMap((outer) => listInner(values[outer], [outer]))
		.map((leaf) => ({ ...leaf, score: scorePath(name, schema, leaf) }))
		.filter(({ score }) => score > 0)
		.sort((a, b) => b.score - a.score);
	return (
		best && {
			value: best.value,
			actual: best.path.join("."),
			names: best.path.slice(0, 1),
		}
	);
}
