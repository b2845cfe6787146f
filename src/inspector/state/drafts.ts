import { signal } from "@preact/signals";

/** An edited record that is not saved. */
export interface Draft {
	readonly text: string;
	/** The text at the start. */
	readonly base: string;
}

/** The drafts by key. They are kept while the user looks at something else. */
export const drafts = signal<ReadonlyMap<string, Draft>>(new Map());

/** @param id empty for a new record */
export const draftKey = (
	session: string | undefined,
	collection: string,
	id: string,
): string => JSON.stringify([session ?? null, collection, id]);

/** @param draft undefined to remove it */
export function setDraft(key: string, draft: Draft | undefined): void {
	const next = new Map(drafts.value);
	if (draft) next.set(key, draft);
	else next.delete(key);
	drafts.value = next;
}
