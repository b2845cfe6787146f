import type { Node } from "../document/node.ts";
import {
	type Around,
	isRecursive,
	MAX_ITEMS,
	MAX_OPTIONAL_DEPTH,
	MAX_VALUES,
	type Sampling,
} from "./sampling.ts";

/** The maximum number of additional values made to find distinct ones. */
const MAX_TRIES = 100;
/** The length of an array, if its schema requires fewer items. */
const LENGTH = 2;

export function sampleArray(
	{ make, flatten, made }: Sampling,
	schema: Node,
	around: Around,
): unknown[] {
	const { items, prefixItems, minItems, maxItems, uniqueItems } = schema;
	const fixed = Array.isArray(prefixItems) ? prefixItems : [];
	const values = fixed.map((each) => make(each, around));
	const least = Number(minItems ?? 0);
	if (least > MAX_ITEMS) return values;
	const isShort =
		items === undefined ||
		items === false ||
		around.isMinimal ||
		around.depth > MAX_OPTIONAL_DEPTH ||
		made > MAX_VALUES ||
		isRecursive(flatten(items), around);
	const wanted = isShort ? least : Math.max(least, LENGTH);
	const length = Math.min(wanted, Number(maxItems ?? wanted));
	if ("contains" in schema && values.length < length)
		values.push(make(schema.contains, around));
	const texts = new Set<string>();
	const most = length + MAX_TRIES;
	for (let tries = 0; values.length < length && tries < most; tries++) {
		const value = make(items ?? {}, around);
		if (value === undefined) continue;
		const text = JSON.stringify(value);
		if (uniqueItems !== true || !texts.has(text)) values.push(value);
		texts.add(text);
	}
	return values;
}
