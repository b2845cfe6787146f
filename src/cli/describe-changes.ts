import { join, relative } from "node:path";
import { isNode } from "../document/node.ts";
import type { MockDocument } from "../service/load-document.ts";
import { packageRoot, packageVersion } from "../service/package-info.ts";
import { escapeSegment } from "../values/json.ts";
import { plural } from "../values/plural.ts";
import { shorten } from "../values/shorten.ts";

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

/** The maximum number of changes, so that they fit on one screen. */
const MAX_CHANGES = 40;
const MAX_VALUE_LENGTH = 40;

const spell = (value: unknown): string =>
	shorten(JSON.stringify(value), MAX_VALUE_LENGTH);

function formatChange(change: DocumentChange): string {
	const { pointer, before, after } = change;
	if (!("after" in change)) return `  removed  ${pointer}: ${spell(before)}`;
	if (!("before" in change)) return `  added    ${pointer}: ${spell(after)}`;
	return `  changed  ${pointer}: ${spell(before)} → ${spell(after)}`;
}

/** Describes the differences between a copy and the document of the package. */
export async function describeChanges(
	copy: MockDocument,
	isJson: boolean,
): Promise<string> {
	const [{ documentPath }, { loadDocument }] = await Promise.all([
		import("../service/shipped-service.ts"),
		import("../service/load-document.ts"),
	]);
	const shipped = await loadDocument(join(packageRoot, documentPath));
	const changes = [...listChanges(shipped.document, copy.document)];
	if (isJson) return JSON.stringify({ changes }, null, 2);
	const file = relative("", copy.file);
	const others = `the document of zaps-understudy ${packageVersion}`;
	if (changes.length === 0) return `${file} says the same as ${others}.`;
	const more = changes.length - MAX_CHANGES;
	return [
		`${file} differs from ${others} in ${plural(changes.length, "element")}.`,
		"",
		...changes.slice(0, MAX_CHANGES).map(formatChange),
		...(more > 0 ? [`  and ${more} more, which --json lists`] : []),
	].join("\n");
}
