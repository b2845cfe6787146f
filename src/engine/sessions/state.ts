import type { Page, Position, Store, StoredRecord } from "../../store/store.ts";
import type { CursorPage, State } from "../model/service.ts";
import { cacheJsonText } from "../response/response.ts";

const PLAIN = /^([a-zA-Z]+):(\d{1,15}):([\x21-\x7e]+)$/;

/** Encodes a position as an opaque cursor. */
function encodeCursor(collection: string, { sequence, id }: Position): string {
	return btoa(`${collection}:${sequence}:${id}`)
		.replaceAll("+", "-")
		.replaceAll("/", "_")
		.replaceAll("=", "");
}

/** Decodes a cursor; undefined if it is not one of this collection. */
function decodeCursor(
	collection: string,
	cursor: string,
): Position | undefined {
	let plain: string;
	try {
		plain = atob(cursor.replaceAll("-", "+").replaceAll("_", "/"));
	} catch {
		return undefined;
	}
	const [, name, sequence, id] = PLAIN.exec(plain) ?? [];
	if (name !== collection || sequence === undefined || id === undefined)
		return undefined;
	const position = { sequence: Number(sequence), id };
	// Several base64 texts decode to the same bytes; only one of them was issued.
	return encodeCursor(collection, position) === cursor ? position : undefined;
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
