import { isObject } from "./json.ts";

/** Returns a function that gives equal values the same number. */
export function createNumbering(): (value: unknown) => number {
	const byText = new Map<string, number>();
	const byValue = new Map<object, number>();
	const describe = (value: unknown): string => {
		if (Array.isArray(value)) return `[${value.map(numberOf)}]`;
		if (!isObject(value)) return JSON.stringify(value);
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
