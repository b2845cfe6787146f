import { randomBytes } from "node:crypto";

export type Shelf = "zaps" | "audit";

/** Issues meaningless cursors and remembers the position of each. */
export interface CursorBook {
	/** Returns a cursor for the items below this position. */
	giveOut(shelf: Shelf, below: number): string;
	/** Returns undefined if the cursor was not issued for the collection. */
	lookUp(shelf: Shelf, cursor: string): number | undefined;
}

export function createCursorBook(): CursorBook {
	const entries = new Map<string, { shelf: Shelf; below: number }>();
	return {
		giveOut(shelf, below) {
			// In plain base64, with characters that a client has to escape in a query.
			const cursor = randomBytes(16).toString("base64");
			entries.set(cursor, { shelf, below });
			return cursor;
		},
		lookUp(shelf, cursor) {
			const entry = entries.get(cursor);
			return entry?.shelf === shelf ? entry.below : undefined;
		},
	};
}
