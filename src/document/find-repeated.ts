import type { OutputUnit } from "@cfworker/json-schema";
import { escapeSegment } from "../values/json.ts";
import { child, entries, isNode, type Node, type Resolve } from "./node.ts";

/** The validator compares every two items of an array. Longer arrays are compared by the texts of their items. */
const MAX_COMPARED = 100;

/** Yields a value and the values in it. */
export function* listValues(value: unknown): Iterable<unknown> {
	const left = [value];
	while (left.length > 0) {
		const each = left.pop();
		yield each;
		if (typeof each === "object" && each !== null)
			for (const inner of Object.values(each)) left.push(inner);
	}
}

export function hasLongArray(value: unknown): boolean {
	for (const each of listValues(value))
		if (Array.isArray(each) && each.length > MAX_COMPARED) return true;
	return false;
}

/** Returns a function that gives equal values the same number. */
function createNumbering(): (value: unknown) => number {
	const byText = new Map<string, number>();
	const byValue = new Map<object, number>();
	const describe = (value: unknown): string => {
		if (Array.isArray(value)) return `[${value.map(numberOf)}]`;
		if (!isNode(value)) return JSON.stringify(value);
		const names = Object.keys(value).sort();
		return `{${names.map((name) => `${JSON.stringify(name)}:${numberOf(value[name])}`)}}`;
	};
	function numberOf(value: unknown): number {
		const isShared = typeof value === "object" && value !== null;
		const known = isShared ? byValue.get(value) : undefined;
		if (known !== undefined) return known;
		const text = describe(value);
		const found = byText.get(text) ?? byText.size;
		byText.set(text, found);
		if (isShared) byValue.set(value, found);
		return found;
	}
	return numberOf;
}

const repeatable = new WeakMap<Node, boolean>();

/** Whether the schema, or one that it refers to, may have `uniqueItems`. */
export function mayForbidRepeated(schema: Node): boolean {
	const known = repeatable.get(schema);
	if (known !== undefined) return known;
	// A schema may be at many places.
	const parts = new Set<unknown>([schema]);
	for (const part of parts)
		if (typeof part === "object" && part !== null)
			for (const each of Object.values(part)) parts.add(each);
	const isFound = [...parts].some(
		(part) => isNode(part) && ("uniqueItems" in part || "$ref" in part),
	);
	repeatable.set(schema, isFound);
	return isFound;
}

/** Finds the arrays that contain an item twice. Follows properties, items and references. */
export function findRepeated(
	schema: Node,
	value: unknown,
	resolve: Resolve,
	numberOf: (value: unknown) => number = createNumbering(),
	at: Pick<OutputUnit, "instanceLocation" | "keywordLocation"> = {
		...{ instanceLocation: "#", keywordLocation: "#" },
	},
): OutputUnit[] {
	const { instanceLocation, keywordLocation } = at;
	const enter = (
		inner: unknown,
		path: string,
		keywords: string,
		item: unknown,
	) =>
		isNode(inner)
			? findRepeated(inner, item, resolve, numberOf, {
					instanceLocation: `${instanceLocation}${path}`,
					keywordLocation: `${keywordLocation}/${keywords}`,
				})
			: [];
	if (typeof schema.$ref === "string")
		return enter(resolve(schema), "", "$ref", value);
	const { allOf, items, uniqueItems } = schema;
	const parts = Array.isArray(allOf)
		? allOf.flatMap((each, index) => enter(each, "", `allOf/${index}`, value))
		: [];
	if (isNode(value))
		return [
			...parts,
			...entries(child(schema, "properties")).flatMap(([name, each]) =>
				Object.hasOwn(value, name)
					? enter(
							each,
							`/${escapePointer(name)}`,
							`properties/${escapePointer(name)}`,
							value[name],
						)
					: [],
			),
		];
	if (!Array.isArray(value)) return parts;
	const isRepeated =
		uniqueItems === true && new Set(value.map(numberOf)).size < value.length;
	return [
		...parts,
		...(isRepeated
			? [
					{
						...{ instanceLocation, keyword: "uniqueItems", error: "" },
						keywordLocation: `${keywordLocation}/uniqueItems`,
					},
				]
			: []),
		...value.flatMap((each, index) => enter(items, `/${index}`, "items", each)),
	];
}

const escapePointer = (name: string): string => encodeURI(escapeSegment(name));
