import { isPlainObject } from "../values/is-plain-object.ts";

const MAX_TEXT = 200;
/** How much is shown of what two texts have in common before they differ. */
const BEFORE = 40;

function firstDifference(a: string, b: string): number {
	let index = 0;
	while (index < a.length && a[index] === b[index]) index += 1;
	return index;
}

function part(text: string, start: number): string {
	if (text.length <= MAX_TEXT) return text;
	const end = start + MAX_TEXT;
	return `${start > 0 ? "…" : ""}${text.slice(start, end)}${end < text.length ? "…" : ""} (${text.length} characters)`;
}

/** The same two values with long texts shortened to where they begin to differ. */
export function truncateDiff(
	expected: unknown,
	actual: unknown,
): readonly [expected: unknown, actual: unknown] {
	if (typeof expected === "string" && typeof actual === "string") {
		const start = Math.max(0, firstDifference(expected, actual) - BEFORE);
		return [part(expected, start), part(actual, start)];
	}
	if (Array.isArray(expected) && Array.isArray(actual)) {
		const most = Math.max(expected.length, actual.length);
		const pairs = Array.from({ length: most }, (_, index) =>
			truncateDiff(expected[index], actual[index]),
		);
		return [
			pairs.slice(0, expected.length).map(([first]) => first),
			pairs.slice(0, actual.length).map(([, second]) => second),
		];
	}
	if (isPlainObject(expected) && isPlainObject(actual)) {
		const pairOf = (name: string) => truncateDiff(expected[name], actual[name]);
		return [
			Object.fromEntries(
				Object.keys(expected).map((name) => [name, pairOf(name)[0]]),
			),
			Object.fromEntries(
				Object.keys(actual).map((name) => [name, pairOf(name)[1]]),
			),
		];
	}
	return [shortenAlone(expected), shortenAlone(actual)];
}

/** The same value with long texts cut. */
export function shortenAlone(value: unknown): unknown {
	if (typeof value === "string") return part(value, 0);
	if (Array.isArray(value)) return value.map(shortenAlone);
	if (!isPlainObject(value)) return value;
	return Object.fromEntries(
		Object.entries(value).map(([name, each]) => [name, shortenAlone(each)]),
	);
}
