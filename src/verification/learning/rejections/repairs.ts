import { isObject } from "../../../values/json.ts";

/** The property names on the path to an object in a body. `*` means every item of an array. */
export type Place = readonly string[];

/** A change of a documented request body that makes it acceptable. */
export type Repair =
	| { readonly kind: "wrap"; readonly name: string }
	| {
			readonly kind: "rename";
			readonly at: Place;
			readonly name: string;
			readonly to: string;
	  }
	| {
			readonly kind: "remove";
			readonly at: Place;
			readonly name: string;
			/** The rejected value. */
			readonly documented?: unknown;
			/** Which requests lack it, in words, if the service accepts others with it. */
			readonly only?: string;
	  }
	| {
			/** Adds a property, or changes its value. */
			readonly kind: "set";
			readonly at: Place;
			readonly name: string;
			/** Returns the new value for the documented one. For a new property, the documented value is undefined. */
			readonly make: (documented: unknown) => unknown;
			/** The rejected documented value; undefined for a new property. */
			readonly documented?: unknown;
			/** Whether each request has another value. */
			readonly varies?: true;
			/** The values of another property with which the service requires this one, in words. */
			readonly only?: string;
			/** Whether it replaces a documented object, too. */
			readonly isReplacing?: true;
	  };

type Properties = Readonly<Record<string, unknown>>;

/** Changes each object at the place. */
function changeAt(
	body: unknown,
	[first, ...rest]: Place,
	change: (properties: Properties) => unknown,
): unknown {
	if (first === "*")
		return Array.isArray(body)
			? body.map((each) => changeAt(each, rest, change))
			: body;
	if (!isObject(body)) return body;
	if (first === undefined) return change(body);
	return first in body
		? { ...body, [first]: changeAt(body[first], rest, change) }
		: body;
}

/** Returns the object with a property renamed. The order of properties stays. */
const rename = (properties: Properties, name: string, to: string): Properties =>
	Object.fromEntries(
		Object.entries(properties).map(([each, value]) => [
			each === name ? to : each,
			value,
		]),
	);

const MAX_TEXT = 100;

/**
 * Whether a repair may change a value. It must not change missing, empty, long or wrongly typed values, because these
 * are the subject of a check.
 */
function isUsual(value: unknown, documented: unknown): boolean {
	// The number of items stays.
	if (Array.isArray(documented)) return Array.isArray(value);
	return documented === undefined
		? value === undefined || typeof value === "string"
		: typeof value === "string" && value !== "" && value.length <= MAX_TEXT;
}

/** Returns the same key for equal objects. */
export const keyOfValue = (value: unknown): unknown =>
	isObject(value) ? JSON.stringify(value) : value;

/**
 * Returns the body in the accepted form.
 * @param replaced receives the documented values in order, by the values that replace them
 */
export const applyRepairs = (
	body: unknown,
	repairs: readonly Repair[],
	replaced: Map<unknown, unknown[]> = new Map(),
): unknown =>
	repairs.reduce<unknown>((changed, repair) => {
		const { kind, name } = repair;
		if (kind === "wrap") return { [name]: changed };
		return changeAt(changed, repair.at, (properties) => {
			if (kind === "rename") return rename(properties, name, repair.to);
			const { [name]: documented, ...others } = properties;
			if (kind === "remove") return others;
			const isReplaced = repair.isReplacing && isObject(documented);
			if (!isReplaced && !isUsual(documented, repair.documented))
				return properties;
			const value = repair.make(documented);
			const key = keyOfValue(value);
			if (documented !== undefined)
				replaced.set(key, [...(replaced.get(key) ?? []), documented]);
			return { ...properties, [name]: value };
		});
	}, body);

/**
 * Returns the object at a place of the body. `*` selects the first item of an array. Returns undefined if the body
 * has no such object.
 */
export function findObject(
	body: unknown,
	[first, ...rest]: Place,
): Properties | undefined {
	if (first === "*")
		return Array.isArray(body) ? findObject(body[0], rest) : undefined;
	if (!isObject(body)) return undefined;
	return first === undefined ? body : findObject(body[first], rest);
}

/** Returns the place of the documented properties in a body with these repairs: the names of the wrappers. */
export const findWrapper = (repairs: readonly Repair[]): Place =>
	repairs
		.flatMap((each) => (each.kind === "wrap" ? [each.name] : []))
		.toReversed();

/**
 * Returns the repairs with a further wrapper inside the others, into which the documented properties move. What
 * repairs have added beside them stays.
 */
export function wrapInside(
	repairs: readonly Repair[],
	name: string,
): readonly Repair[] {
	const outer = findWrapper(repairs);
	const index = repairs.findIndex(({ kind }) => kind === "wrap");
	const added = new Set<string>();
	const moved = repairs.slice(index).map((each): Repair => {
		if (each.kind === "wrap") return each;
		const isWithin = isSamePlace(each.at.slice(0, outer.length), outer);
		if (!isWithin) return each;
		const [first = each.name, ...others] = each.at.slice(outer.length);
		const isNew = each.kind === "set" && each.documented === undefined;
		if (isNew && others.length === 0 && first === each.name) added.add(first);
		return added.has(first)
			? each
			: { ...each, at: [...outer, name, ...each.at.slice(outer.length)] };
	});
	return [...repairs.slice(0, index), { kind: "wrap", name }, ...moved];
}

export const isSamePlace = (one: Place, other: Place): boolean =>
	one.join("/") === other.join("/");

/** Returns the place of a repair without the wrappers; undefined if it is around the documented properties. */
export function placeWithin(
	repair: Exclude<Repair, { kind: "wrap" }>,
	repairs: readonly Repair[],
): Place | undefined {
	const wrapper = findWrapper(repairs.slice(0, repairs.indexOf(repair)));
	return isSamePlace(repair.at.slice(0, wrapper.length), wrapper)
		? repair.at.slice(wrapper.length)
		: undefined;
}

/** Returns the repairs, with the inherited new names of properties that they do not rename. */
export function addRenames(
	repairs: readonly Repair[],
	inherited: readonly Repair[],
): readonly Repair[] {
	const keyOf = (each: Repair, some: readonly Repair[]): string =>
		each.kind === "wrap"
			? ""
			: [...(placeWithin(each, some) ?? [""]), each.name].join("/");
	const namesOf = (some: readonly Repair[]): ReadonlySet<string> =>
		new Set(
			some.flatMap((each) =>
				each.kind === "rename" ? [keyOf(each, some)] : [],
			),
		);
	const own = namesOf(repairs);
	const renames = inherited.filter(
		(each) => each.kind === "rename" && !own.has(keyOf(each, inherited)),
	);
	const renamed = namesOf(renames);
	const left = repairs.filter(
		(each) => each.kind !== "remove" || !renamed.has(keyOf(each, repairs)),
	);
	// Their places are those of the documented body.
	return [...renames, ...left];
}

/** Lists the places of the objects in a body. For arrays, lists the places in the first item. */
export function listPlaces(body: unknown, at: Place = []): Place[] {
	if (Array.isArray(body))
		return body.length > 0 ? listPlaces(body[0], [...at, "*"]) : [];
	if (!isObject(body)) return [];
	return [
		at,
		...Object.entries(body).flatMap(([name, value]) =>
			listPlaces(value, [...at, name]),
		),
	];
}

/** Returns the names in a value. */
export const listNames = (value: unknown): string[] =>
	typeof value === "object" && value !== null
		? Object.entries(value).flatMap(([name, inner]) => [
				...(Array.isArray(value) ? [] : [name]),
				...listNames(inner),
			])
		: [];
