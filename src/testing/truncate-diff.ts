import { isPlainObject } from "../values/is-plain-object.ts";
import { mapEntries } from "./map-entries.ts";

const MAX_LENGTH = 200;
/** How many characters are kept before the first difference. */
const CONTEXT = 40;

function truncate(text: string, other: unknown): string {
	if (text.length <= MAX_LENGTH) return text;
	let start = 0;
	if (typeof other === "string") {
		while (start < text.length && text[start] === other[start]) start += 1;
		start = Math.max(0, start - CONTEXT);
	}
	const end = start + MAX_LENGTH;
	return `${start > 0 ? "…" : ""}${text.slice(start, end)}${end < text.length ? "…" : ""} (${text.length} characters)`;
}

/**
 * Returns the value with long texts truncated, so that a diff shows where they differ.
 * @param other the value to compare with. If omitted, the start of each text is kept.
 */
export function truncateDiff(value: unknown, other?: unknown): unknown {
	if (typeof value === "string") return truncate(value, other);
	if (Array.isArray(value))
		return value.map((item, index) =>
			truncateDiff(item, Array.isArray(other) ? other[index] : undefined),
		);
	const others = isPlainObject(other) ? other : {};
	return mapEntries(value, ([name, each]) => [
		name,
		truncateDiff(each, others[name]),
	]);
}
