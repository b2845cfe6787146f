import type { Collection, Cursors } from "./cursors.ts";
import { type Database, numberOf, type SqlValue, textOf } from "./database.ts";
import type { AuditQuery, PageQuery } from "./requests.ts";
import { soughtBytes } from "./search-text.ts";

export interface Page {
	readonly items: readonly unknown[];
	readonly nextCursor: string | null;
}

/** The reading operations. They return undefined for an unknown cursor. */
export interface Pages {
	listZaps(query: PageQuery): Page | undefined;
	searchAudit(query: AuditQuery): Page | undefined;
}

/** SQL conditions with one parameter, and their values. */
type Conditions = ReadonlyArray<
	readonly [sql: string, value: SqlValue | undefined]
>;

export function createPages(database: Database, cursors: Cursors): Pages {
	function read(
		collection: Collection,
		{ limit, cursor }: PageQuery,
		conditions: Conditions,
	): Page | undefined {
		const before =
			cursor === undefined
				? Number.MAX_SAFE_INTEGER
				: cursors.read(collection, cursor);
		if (before === undefined) return undefined;
		const given = conditions.flatMap(([sql, value]) =>
			value === undefined ? [] : [{ sql, value }],
		);
		const where = ["seq < ?", ...given.map(({ sql }) => sql)].join(" AND ");
		// One more than requested, to know whether there is a next page.
		const rows = database.rows(
			`SELECT seq, document FROM ${collection} WHERE ${where} ORDER BY seq DESC LIMIT ?`,
			before,
			...given.map(({ value }) => value),
			limit + 1,
		);
		const shown = rows.slice(0, limit);
		return {
			items: shown.map((row) => JSON.parse(textOf(row, "document"))),
			nextCursor:
				rows.length > limit
					? cursors.issue(collection, numberOf(shown.at(-1), "seq"))
					: null,
		};
	}
	return {
		listZaps: (query) => read("zaps", query, []),
		searchAudit: (query) =>
			read("audit", query, [
				["action = ?", query.action],
				["subject_type = ?", query.subjectType],
				["subject_id = ?", query.subjectId],
				["at >= ?", query.from],
				["at < ?", query.to],
				[
					"instr(searched, ?) > 0",
					query.text === undefined ? undefined : soughtBytes(query.text),
				],
			]),
	};
}
