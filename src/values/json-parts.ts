/** The minimum length of a part, except for the last one. */
const PART_LENGTH = 65_536;

/** Returns the JSON of an array as texts, one for each item. Converts one item at a time. */
export function* eachJson<Item>(
	items: Iterable<Item>,
	convert: (item: Item) => unknown = (item) => item,
): Generator<string> {
	let start = "[";
	for (const item of items) {
		yield start + JSON.stringify(convert(item));
		start = ",";
	}
	yield start === "[" ? "[]" : "]";
}

/** Joins short texts to parts, whenever the reader wants one. */
export async function* joinParts(
	texts: Iterable<string>,
): AsyncGenerator<string> {
	let part = "";
	for (const text of texts) {
		part += text;
		if (part.length < PART_LENGTH) continue;
		yield part;
		part = "";
	}
	yield part;
}
