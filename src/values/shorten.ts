/**
 * Returns a text, or its beginning and an ellipsis if it is longer.
 * @param length the maximum number of Unicode code points before the ellipsis
 */
export function shorten(text: string, length: number): string {
	// A code point has at most two units.
	const points = [...text.slice(0, 2 * length + 1)];
	return points.length > length ? `${points.slice(0, length).join("")}…` : text;
}
