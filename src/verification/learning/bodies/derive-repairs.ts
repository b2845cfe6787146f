import {
	compareNames,
	MIN_SCORE,
} from "../../../document/judgment/compare-names.ts";
import { isContainer, isObject } from "../../../values/json.ts";
import type { Place, Repair } from "../rejections/repairs.ts";
import { createMake } from "./fresh-texts.ts";

type Properties = Readonly<Record<string, unknown>>;

const isSameKind = (one: unknown, other: unknown): boolean =>
	isContainer(one) &&
	isContainer(other) &&
	Array.isArray(one) === Array.isArray(other);

/** Whether two names may mean the same. */
const isSimilar = (one: string, other: string): boolean =>
	one === other || compareNames(one, other) >= MIN_SCORE;

const makeSet = (
	at: Place,
	name: string,
	value: unknown,
	documented?: unknown,
): Repair => ({
	...{ kind: "set", at, name },
	make: at.includes("*") ? createMake(value) : () => value,
	...(documented !== undefined && { documented }),
});

/** Returns repairs that add a property, with each property of an object by itself, so that needless ones can be left out. */
function addProperty(at: Place, name: string, value: unknown): Repair[] {
	const item: unknown = Array.isArray(value) ? value[0] : value;
	if (!isObject(item)) return [makeSet(at, name, value)];
	const inner = Array.isArray(value) ? [...at, name, "*"] : [...at, name];
	return [
		makeSet(at, name, Array.isArray(value) ? [{}] : {}),
		...Object.entries(item).flatMap(([each, own]) =>
			addProperty(inner, each, own),
		),
	];
}

/** Returns the name of the documented object or array that has another name in the accepted body. */
function findRenamed(
	documented: Properties,
	accepted: Properties,
	name: string,
): string | undefined {
	const value = accepted[name];
	const others = Object.keys(documented).filter(
		(each) =>
			!Object.hasOwn(accepted, each) && isSameKind(documented[each], value),
	);
	const similar = others.find((each) => isSimilar(each, name));
	const isOnly =
		Object.values(accepted).filter((each) => isSameKind(each, value)).length ===
		1;
	return similar ?? (others.length === 1 && isOnly ? others[0] : undefined);
}

/** Returns the repairs that make one object of the other. */
function compareObjects(
	documented: Properties,
	accepted: Properties,
	at: Place,
): Repair[] {
	const used = new Set<string>();
	const repairs = Object.entries(accepted).flatMap(
		([name, value]): Repair[] => {
			const own = Object.hasOwn(documented, name)
				? name
				: findRenamed(documented, accepted, name);
			const before = own === undefined ? undefined : documented[own];
			if (own === undefined || before === undefined)
				return addProperty(at, name, value);
			used.add(own);
			const renames: Repair[] =
				own === name ? [] : [{ kind: "rename", at, name: own, to: name }];
			if (!isSameKind(before, value))
				return before === value ? [] : [makeSet(at, name, value, before)];
			const [one, other, inner] = Array.isArray(value)
				? [
						Object(before)[0] as unknown,
						value[0] as unknown,
						[...at, name, "*"],
					]
				: [before, value, [...at, name]];
			if (isObject(one) && isObject(other))
				return [...renames, ...compareObjects(one, other, inner)];
			return Array.isArray(value)
				? [...renames, makeSet(at, name, value, before)]
				: renames;
		},
	);
	const removed = Object.entries(documented)
		.filter(([name]) => !used.has(name))
		.map(
			([name, value]): Repair => ({
				...{ kind: "remove", at, name, documented: value },
			}),
		);
	return [...removed, ...repairs];
}

/** Returns the names of the objects around what the documented properties have become, the outermost first. */
function findAround(
	documented: Properties,
	accepted: unknown,
	wrappers: readonly string[],
): string[] {
	if (!isObject(accepted)) return [];
	const names = Object.keys(documented);
	const countKnown = (value: unknown): number =>
		Object.keys(Object(value)).filter((each) =>
			names.some((name) => isSimilar(name, each)),
		).length;
	const known = countKnown(accepted);
	const [around] = Object.entries(accepted)
		.filter(([name, value]) => isObject(value) && !isObject(documented[name]))
		.filter(([name, value]) => {
			const inner = countKnown(value);
			return inner > known || (known === 0 && wrappers.includes(name));
		})
		.sort(([, a], [, b]) => countKnown(b) - countKnown(a));
	return around
		? [around[0], ...findAround(documented, around[1], wrappers)]
		: [];
}

/**
 * Returns the repairs that make an accepted body of a documented one. Each is needed by itself, or can be left out by
 * itself.
 * @param wrappers usual names of objects around the documented properties
 */
export function deriveRepairs(
	documented: unknown,
	accepted: unknown,
	wrappers: readonly string[],
): readonly Repair[] {
	if (!isObject(documented) || !isObject(accepted)) return [];
	const around = findAround(documented, accepted, wrappers);
	const nested = around.reduceRight<Properties>(
		(inner, name) => ({ [name]: inner }),
		documented,
	);
	return [
		...around.toReversed().map((name): Repair => ({ kind: "wrap", name })),
		...compareObjects(nested, accepted, []),
	];
}
