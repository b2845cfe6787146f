import type { Node } from "../document/node.ts";
import {
	type Around,
	isRecursive,
	MAX_OPTIONAL_DEPTH,
	type Sampling,
} from "./sampling.ts";

/** How many values are made to find different ones. */
const MAX_TRIES = 100;
/** The length of an array whose schema asks for fewer items. */
const LENGTH = 2;

export function sampleArray(
	{ make, flatten }: Sampling,
	schema: Node,
	around: Around,
): unknown[] {
	const { items, prefixItems, minItems, maxItems, uniqueItems } = schema;
	const fixed = Array.isArray(prefixItems) ? prefixItems : [];
	const values = fixed.map((each) => make(each, around));
	const least = Number(minItems ?? 0);
	const isShort =
		items === undefined ||
		items === false ||
		around.isMinimal ||
		around.depth > MAX_OPTIONAL_DEPTH ||
		isRecursive(flatten(items), around);
	const wanted = isShort ? least : Math.max(least, LENGTH);
	const length = Math.min(wanted, Number(maxItems ?? wanted));
	if ("contains" in schema && values.length < length)
		values.push(make(schema.contains, around));
	const texts = new Set<string>();
	for (let tries = 0; values.length < length && tries < MAX_TRIES; tries++) {
		const value = make(items ?? {}, around);
		if (value === undefined) continue;
		const text = JSON.stringify(value);
		if (uniqueItems !== true || !texts.has(text)) values.push(value);
		texts.add(text);
	}
	return values;
}
