import { type ReadonlySignal, signal } from "@preact/signals";
import { isObject } from "../../values/json.ts";

/** An edited record that is not saved. */
export interface Draft {
	readonly text: string;
	/** The text at the start. */
	readonly base: string;
}

const all = signal<ReadonlyMap<string, Draft>>(new Map());

/** The drafts by key. They are kept while the user looks at something else. */
export const drafts: ReadonlySignal<ReadonlyMap<string, Draft>> = all;

/** @param id empty for a new record */
export const draftKey = (
	session: string | undefined,
	collection: string,
	id: string,
): string => JSON.stringify([session ?? null, collection, id]);

/** @param draft undefined to remove it */
export function setDraft(key: string, draft: Draft | undefined): void {
	const next = new Map(all.value);
	if (draft) next.set(key, draft);
	else next.delete(key);
	all.value = next;
}

const get = (value: unknown, name: string): unknown =>
	isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;

/**
 * Returns the example of a request that creates a record, as JSON with line breaks, or undefined if no request does: only
 * a collection with a POST to a path of its name takes new records.
 */
export function readExample(
	document: unknown,
	collection: string,
): string | undefined {
	const paths = get(document, "paths");
	const [, item] =
		Object.entries(isObject(paths) ? paths : {}).find(([path]) =>
			path.endsWith(`/${collection}`),
		) ?? [];
	const operation = get(item, "post");
	if (operation === undefined) return undefined;
	const content = get(get(operation, "requestBody"), "content");
	const example = get(get(content, "application/json"), "example");
	return JSON.stringify(example ?? {}, null, 2);
}
