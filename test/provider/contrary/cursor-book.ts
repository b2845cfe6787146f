import { randomBytes } from "node:crypto";

export type Shelf = "zaps" | "audit";

/** Cursors that mean nothing, and what each of them was given out for. */
export interface CursorBook {
	/** For what lies below this position of the shelf. */
	giveOut(shelf: Shelf, below: number): string;
	/** Undefined where it was never given out for this shelf. */
	lookUp(shelf: Shelf, cursor: string): number | undefined;
}

export function createCursorBook(): CursorBook {
	const entries = new Map<string, { shelf: Shelf; below: number }>();
	return {
		giveOut(shelf, below) {
			// In plain base64, with all that a client has to escape in a query.
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
