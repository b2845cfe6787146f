import { escapeSegment } from "../values/json.ts";
import { isNode } from "./node.ts";

/**
 * An element that differs between two documents. `before` is missing if it was added, and `after` if it was removed.
 */
export interface DocumentChange {
	/** A JSON pointer into the changed document. If the element was removed, a pointer into the original document. */
	readonly pointer: string;
	readonly before?: unknown;
	readonly after?: unknown;
}

const isSame = (a: unknown, b: unknown): boolean =>
	JSON.stringify(a) === JSON.stringify(b);

/** Returns how many items at the start of both lists are equal. */
function countSame(a: readonly unknown[], b: readonly unknown[]): number {
	const end = Math.min(a.length, b.length);
	let count = 0;
	while (count < end && isSame(a[count], b[count])) count++;
	return count;
}

/** Compares two lists. Skips equal items at both ends, so that an insertion does not change all later items. */
function* listItemChanges(
	before: readonly unknown[],
	after: readonly unknown[],
	pointer: string,
): Generator<DocumentChange> {
	const start = countSame(before, after);
	const [old, now] = [before.slice(start), after.slice(start)];
	const end = countSame(old.toReversed(), now.toReversed());
	const count = Math.max(old.length, now.length) - end;
	for (let index = 0; index < count; index++) {
		const [had, has] = [index < old.length - end, index < now.length - end];
		const at = `${pointer}/${start + index}`;
		if (had && has) yield* listChanges(old[index], now[index], at);
		else if (had) yield { pointer: at, before: old[index] };
		else yield { pointer: at, after: now[index] };
	}
}

/** Yields the smallest elements that differ between two documents. */
export function* listChanges(
	before: unknown,
	after: unknown,
	pointer = "",
): Generator<DocumentChange> {
	if (isSame(before, after)) return;
	if (Array.isArray(before) && Array.isArray(after)) {
		yield* listItemChanges(before, after, pointer);
		return;
	}
	if (!isNode(before) || !isNode(after)) {
		yield { pointer, before, after };
		return;
	}
	for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
		const at = `${pointer}/${escapeSegment(name)}`;
		if (!Object.hasOwn(after, name))
			yield { pointer: at, before: before[name] };
		else if (!Object.hasOwn(before, name))
			yield { pointer: at, after: after[name] };
		else yield* listChanges(before[name], after[name], at);
	}
}
