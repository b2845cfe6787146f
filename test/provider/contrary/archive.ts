import { createCursorBook, type Shelf } from "./cursor-book.ts";
import type { Microseconds } from "./moment.ts";

export type Json = Readonly<Record<string, unknown>>;

/** An audit record and its search data. */
export interface AuditEntry {
	readonly shown: Json;
	readonly at: Microseconds;
	readonly action: string;
	readonly subjectType: string;
	readonly subjectId: string;
	/** The texts that a search examines. The record does not contain all of them. */
	readonly words: readonly string[];
}

export interface Slice<Item> {
	/** Newest first. */
	readonly items: readonly Item[];
	readonly nextCursor: string | null;
}

export interface PageRequest {
	readonly limit: number;
	readonly cursor: string | undefined;
}

/** The data of the service, in memory. */
export interface Archive {
	readonly zaps: readonly Json[];
	readonly audit: readonly AuditEntry[];
	readonly tallies: { commands: number; pipelines: number };
	keepZap(zap: Json): void;
	keepAudit(entry: AuditEntry): void;
	/** Returns undefined for an unknown cursor. */
	sliceZaps(page: PageRequest): Slice<Json> | undefined;
	sliceAudit(
		page: PageRequest,
		wanted: (entry: AuditEntry) => boolean,
	): Slice<Json> | undefined;
}

export function createArchive(): Archive {
	const book = createCursorBook();
	const zaps: Json[] = [];
	const audit: AuditEntry[] = [];

	function slice<Item>(
		shelf: Shelf,
		all: readonly Item[],
		{ limit, cursor }: PageRequest,
		wanted: (item: Item) => boolean,
	): Slice<Item> | undefined {
		const top = cursor === undefined ? all.length : book.lookUp(shelf, cursor);
		if (top === undefined) return undefined;
		const items: Item[] = [];
		let lowest = top;
		for (let position = top - 1; position >= 0; position--) {
			const item = all[position];
			if (item === undefined || !wanted(item)) continue;
			if (items.length === limit)
				return { items, nextCursor: book.giveOut(shelf, lowest) };
			items.push(item);
			lowest = position;
		}
		return { items, nextCursor: null };
	}

	return {
		zaps,
		audit,
		tallies: { commands: 0, pipelines: 0 },
		keepZap: (zap) => {
			zaps.push(zap);
		},
		keepAudit: (entry) => {
			audit.push(entry);
		},
		sliceZaps: (page) => slice("zaps", zaps, page, () => true),
		sliceAudit(page, wanted) {
			const found = slice("audit", audit, page, wanted);
			return (
				found && { ...found, items: found.items.map(({ shown }) => shown) }
			);
		},
	};
}
