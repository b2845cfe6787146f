import { isObject } from "../../../values/json.ts";
import { findObject, type Place } from "../rejections/repairs.ts";

export const isIndex = (segment: string): boolean => /^(\d+|\*)$/.test(segment);

/** Returns the name of a property in an object, ignoring case. */
export const findOwn = (
	properties: Readonly<Record<string, unknown>>,
	name: string,
): string | undefined =>
	Object.keys(properties).find((each) => each === name) ??
	Object.keys(properties).find(
		(each) => each.toLowerCase() === name.toLowerCase(),
	);

/** A possible subject of a complaint: a property. */
export interface Target {
	readonly at: Place;
	readonly name: string;
	/** The object that contains the property. */
	readonly within: Readonly<Record<string, unknown>>;
	/** The further path inside the property, which the body lacks. */
	readonly inner?: readonly string[];
	/** Whether the complaint is about an item of this array itself. */
	readonly isItem?: true;
}

/** Returns the place of an object in a body, ignoring the case of names. */
function findPlace(
	body: unknown,
	[first, ...rest]: readonly string[],
): Place | undefined {
	if (Array.isArray(body)) {
		const path =
			first !== undefined && isIndex(first) ? rest : [first, ...rest];
		const inner = findPlace(
			body[0],
			path.flatMap((each) => each ?? []),
		);
		return inner && ["*", ...inner];
	}
	if (!isObject(body)) return undefined;
	if (first === undefined) return [];
	const name = findOwn(body, first);
	const inner = name === undefined ? undefined : findPlace(body[name], rest);
	return name !== undefined && inner ? [name, ...inner] : undefined;
}

/** Lists possible places of a path in a body. The first segments may name objects that it lacks, or those around it. */
export function locate(
	path: readonly string[],
	body: unknown,
	bases: readonly Place[],
): Target[] {
	const name = path.at(-1);
	if (name === undefined) return [];
	if (isIndex(name))
		return locate(path.slice(0, -1), body, bases)
			.filter((each) => Array.isArray(each.within[each.name]))
			.map((each) => ({ ...each, isItem: true }));
	for (let start = 0; start < path.length; start++) {
		const found = bases.flatMap((base): Target[] => {
			const at = findPlace(body, [...base, ...path.slice(start, -1)]);
			const within = at && findObject(body, at);
			return within ? [{ at, name, within }] : [];
		});
		const [own] = found;
		if (!own) continue;
		// A service may require a property beside the object that has the others.
		return start === 0
			? found
			: [...descend(path, body, bases), ...nest(path, own.at, own.within), own];
	}
	return [];
}

/** Finds the deepest object on a path, if the body has at least the first one. */
function descend(
	path: readonly string[],
	body: unknown,
	bases: readonly Place[],
): Target[] {
	for (let end = path.length - 1; end > 0; end--)
		for (const base of bases) {
			const [name = "", ...inner] = path.slice(end);
			const at = findPlace(body, [...base, ...path.slice(0, end)]);
			const within = at && findObject(body, at);
			if (within && ![name, ...inner].some(isIndex))
				return [{ at, name, within, inner }];
		}
	return [];
}

/** Lists objects to create so that a path leads to a property, if the body lacks them. */
const nest = (
	[name = "", ...inner]: readonly string[],
	at: Place,
	within: Target["within"],
): Target[] =>
	inner.length > 0 &&
	!inner.some(isIndex) &&
	findOwn(within, name) === undefined
		? [{ at, name, within, inner }]
		: [];
