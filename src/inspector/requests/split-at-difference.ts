/** Splits a text where it differs from another one: what both begin with, what differs, and what both end with. */
export function splitAtDifference(
	text: string,
	other: string,
): readonly [start: string, difference: string, end: string] {
	const shorter = Math.min(text.length, other.length);
	let start = 0;
	while (start < shorter && text[start] === other[start]) start += 1;
	let end = 0;
	while (end < shorter - start && text.at(-1 - end) === other.at(-1 - end))
		end += 1;
	return [
		text.slice(0, start),
		text.slice(start, text.length - end),
		text.slice(text.length - end),
	];
}
