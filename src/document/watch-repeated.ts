import { listAllValues } from "../values/list-all-values.ts";
import { isNode, type Node } from "./node.ts";

/** The validator compares every two items of an array. Longer arrays are compared by the texts of their items. */
const MAX_COMPARED = 100;

export function hasLongArray(value: unknown): boolean {
	for (const each of listAllValues(value))
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

/**
 * Finds the arrays that contain an item twice.
 * @param onRead is called when the length of such an array is read
 * @returns a copy of the value that reports them, or the value itself if there are none
 */
export function watchRepeated(value: unknown, onRead: () => void): unknown {
	const numberOf = createNumbering();
	const handler: ProxyHandler<unknown[]> = {
		get(target, name) {
			if (name === "length") onRead();
			return Reflect.get(target, name);
		},
	};
	function watch(each: unknown): unknown {
		if (typeof each !== "object" || each === null) return each;
		const inner = Object.values(each);
		const watched = inner.map(watch);
		const isSame = watched.every((item, index) => item === inner[index]);
		if (!Array.isArray(each)) {
			const names = Object.keys(each);
			return isSame
				? each
				: Object.fromEntries(
						names.map((name, index) => [name, watched[index]]),
					);
		}
		const isRepeated = new Set(each.map(numberOf)).size < each.length;
		if (isRepeated) return new Proxy(watched, handler);
		return isSame ? each : watched;
	}
	return watch(value);
}
