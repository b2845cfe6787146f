import { escapeSegment } from "./json-pointer.ts";

/** Describes what JSON cannot represent about a value that is not an object; undefined if nothing. */
function describeUnrepresentable(value: unknown): string | undefined {
	switch (typeof value) {
		case "number":
			return Number.isFinite(value)
				? undefined
				: "is outside the range of a double; send it as a string";
		case "string":
			return value.isWellFormed() ? undefined : "has an unpaired surrogate";
		case "bigint":
		case "function":
		case "symbol":
			return `is a ${typeof value}, which JSON does not have`;
		default:
			return undefined;
	}
}

/** Finds the first place that JSON.stringify cannot reproduce, or that is nested deeper than `depth`. */
export function findUnrepresentable(
	value: unknown,
	depth = 128,
): { readonly pointer: string; readonly detail: string } | undefined {
	const here = (detail: string) => ({ pointer: "", detail });
	if (typeof value !== "object" || value === null) {
		const detail = describeUnrepresentable(value);
		return detail === undefined ? undefined : here(detail);
	}
	if (depth === 0) return here("is nested too deeply");
	for (const name in value) {
		if (!name.isWellFormed())
			return here("has a property name with an unpaired surrogate");
		const found = findUnrepresentable(
			value[name as keyof typeof value],
			depth - 1,
		);
		if (found)
			return { ...found, pointer: `/${escapeSegment(name)}${found.pointer}` };
	}
	return undefined;
}
