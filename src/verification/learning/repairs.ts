import { isObject } from "../../values/json.ts";

/** The names that lead to an object in a body; `*` stands for every item of an array. */
export type Place = readonly string[];

/** A change of a documented request body, after which the service accepts it. */
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
			/** A value that the service rejects. */
			readonly documented?: unknown;
	  }
	| {
			/** Adds a property, or changes its value. */
			readonly kind: "set";
			readonly at: Place;
			readonly name: string;
			/** Returns another value for the documented one, which is undefined for a new property. */
			readonly make: (documented: unknown) => unknown;
			/** A documented value that the service rejects; undefined for a new property. */
			readonly documented?: unknown;
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

/** Returns the object with another name for a property, which keeps its place. */
const rename = (properties: Properties, name: string, to: string): Properties =>
	Object.fromEntries(
		Object.entries(properties).map(([each, value]) => [
			each === name ? to : each,
			value,
		]),
	);

const MAX_TEXT = 100;

/** Whether a repair may change a value: a check that sends none, an empty or a long one, or one of another kind is about that. */
const isUsual = (value: unknown, documented: unknown): boolean =>
	documented === undefined
		? value === undefined || typeof value === "string"
		: typeof value === "string" && value !== "" && value.length <= MAX_TEXT;

/**
 * Returns the body as the service accepts it.
 * @param replaced receives the documented values in their order, by what takes their place
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
			if (!isUsual(documented, repair.documented)) return properties;
			const value = repair.make(documented);
			if (documented !== undefined)
				replaced.set(value, [...(replaced.get(value) ?? []), documented]);
			return { ...properties, [name]: value };
		});
	}, body);

/** Returns the object at a place of the body. `*` in a place is the first item of an array. Returns undefined if the body has no such object. */
export function findObject(
	body: unknown,
	[first, ...rest]: Place,
): Properties | undefined {
	if (first === "*")
		return Array.isArray(body) ? findObject(body[0], rest) : undefined;
	if (!isObject(body)) return undefined;
	return first === undefined ? body : findObject(body[first], rest);
}

export const isSamePlace = (one: Place, other: Place): boolean =>
	one.join("/") === other.join("/");

/** Lists the places of the objects in a body, those of the first item of each array. */
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
