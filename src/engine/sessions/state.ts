import { decodeCursor, encodeCursor } from "../../store/cursor.ts";
import type {
	Observation,
	Page,
	Query,
	Store,
	StoredRecord,
} from "../../store/store.ts";
import type { WriteContext } from "../../store/write-context.ts";
import { cacheJsonText } from "../response/json-text.ts";

export interface CursorPage<Item> {
	/** Newest first. */
	readonly items: readonly Item[];
	/** Null on the last page. */
	readonly nextCursor: string | null;
}

/** The state of one session, as handlers see it. */
export interface State<
	Collections extends object = Record<string, StoredRecord>,
> {
	/** Adds the records that `compose` returns, at most one per collection, in one atomic step, and returns its result. */
	append<Result>(
		compose: (context: WriteContext) => {
			add: Partial<Collections>;
			result: Result;
		},
	): Promise<Result>;
	/** Returns undefined for a cursor that was never issued for this collection. Do not modify the page. */
	page<Name extends keyof Collections & string>(
		collection: Name,
		request: { limit: number; cursor?: string | undefined; where?: Query },
	): Promise<CursorPage<Collections[Name]> | undefined>;
	count(collection: keyof Collections & string): Promise<number>;
	observations(): Promise<readonly Observation[]>;
}

/** By page of the store, so that the text of an unchanged page is rendered only once. Pages are never modified. */
const cursorPages = new WeakMap<Page<StoredRecord>, CursorPage<StoredRecord>>();

function withCursor(
	collection: string,
	page: Page<StoredRecord>,
): CursorPage<StoredRecord> {
	const known = cursorPages.get(page);
	if (known) return known;
	const { items, next } = page;
	const nextCursor = next && encodeCursor(collection, next);
	const made = cacheJsonText(Object.freeze({ items, nextCursor }));
	cursorPages.set(page, made);
	return made;
}

/** Creates the view of the store that handlers of one session use. */
export function createState(store: Store, session: string): State {
	return {
		append: (compose) => store.append(session, compose),
		async page(collection, { limit, cursor, where }) {
			const after =
				cursor === undefined ? undefined : decodeCursor(collection, cursor);
			if (cursor !== undefined && after === undefined) return undefined;
			const page = await store.page(session, collection, {
				limit,
				...(after && { after }),
				...(where && { where }),
			});
			return page && withCursor(collection, page);
		},
		count: (collection) => store.count(session, collection),
		observations: () => store.observations(session),
	};
}
