import { randomBytes } from "node:crypto";

export interface Page<Item> {
	/** Newest first. */
	readonly items: readonly Item[];
	readonly nextCursor: string | null;
}

/** Records in memory. */
export interface Collection<Item> {
	readonly size: number;
	add(item: Item): void;
	/** Returns undefined for a cursor that this collection did not issue. */
	readPage(
		limit: number,
		cursor: string | undefined,
		matches?: (item: Item) => boolean,
	): Page<Item> | undefined;
}

export function createCollection<Item>(): Collection<Item> {
	const all: Item[] = [];
	/** The position at which the page of each cursor ends. */
	const ends = new Map<string, number>();
	return {
		get size() {
			return all.length;
		},
		add(item) {
			all.push(item);
		},
		readPage(limit, cursor, matches = () => true) {
			const end = cursor === undefined ? all.length : ends.get(cursor);
			if (end === undefined) return undefined;
			const items: Item[] = [];
			let lowest = end;
			for (let position = end - 1; position >= 0; position--) {
				const item = all[position];
				if (item === undefined || !matches(item)) continue;
				if (items.length === limit) {
					// In plain base64, with characters that a client has to escape in a query.
					const nextCursor = randomBytes(16).toString("base64");
					ends.set(nextCursor, lowest);
					return { items, nextCursor };
				}
				items.push(item);
				lowest = position;
			}
			return { items, nextCursor: null };
		},
	};
}
