import { decodeCursor, encodeCursor } from "../../store/cursor.ts";
import type {
	Observation,
	Page,
	Query,
	Store,
	StoredRecord,
} from "../../store/store.ts";
import type { WriteContext } from "../../store/write-context.ts";

export interface CursorPage<Item> {
	/** Newest first. */
	readonly items: readonly Item[];
	/** Null on the last page. */
	readonly nextCursor: string | null;
}

/** One session's state, as handlers see it, with the type of the records of each collection. */
export interface State<
	Collections extends object = Record<string, StoredRecord>,
> {
	/** Adds what `compose` makes, one record to a collection, in one step, and gives its result. */
	append<Result>(
		compose: (mint: WriteContext) => {
			add: Partial<Collections>;
			result: Result;
		},
	): Promise<Result>;
	/** Undefined where the cursor was never issued for this collection. */
	page<Name extends keyof Collections & string>(
		collection: Name,
		request: { limit: number; cursor?: string | undefined; where?: Query },
	): Promise<CursorPage<Collections[Name]> | undefined>;
	count(collection: keyof Collections & string): Promise<number>;
	observations(): Promise<readonly Observation[]>;
}

/** The same for the same page of the store, so that its text need be made only once. */
const cursorPages = new WeakMap<object, CursorPage<StoredRecord>>();

function withCursor(
	collection: string,
	page: Page<StoredRecord>,
): CursorPage<StoredRecord> {
	const known = cursorPages.get(page);
	if (known) return known;
	const made = {
		items: page.items,
		nextCursor: page.next && encodeCursor(collection, page.next),
	};
	cursorPages.set(page, made);
	return made;
}

/** The session's part of the store, with positions as cursors. */
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
