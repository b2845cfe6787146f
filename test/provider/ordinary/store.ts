import Libsql from "libsql";
import { monotonicFactory } from "ulid";
import { createCursors } from "./cursors.ts";
import { readInstant } from "./instant.ts";
import type { AuditQuery, CommandRequest, ZapRequest } from "./schemas.ts";

const SCHEMA = `
	CREATE TABLE commands (seq INTEGER PRIMARY KEY, document TEXT NOT NULL);
	CREATE TABLE pipelines (seq INTEGER PRIMARY KEY, document TEXT NOT NULL);
	CREATE TABLE zaps (seq INTEGER PRIMARY KEY, document TEXT NOT NULL);
	CREATE TABLE audit (
		seq INTEGER PRIMARY KEY, document TEXT NOT NULL, at INTEGER NOT NULL, action TEXT NOT NULL,
		subject_type TEXT NOT NULL, subject_id TEXT NOT NULL, searched BLOB NOT NULL);
`;

type SqlValue = string | number | Buffer;
type Row = Readonly<Record<string, unknown>>;
interface Document {
	readonly id: string;
	readonly [property: string]: unknown;
}

export type Table = "commands" | "pipelines" | "zaps" | "audit";

export interface Page {
	readonly items: readonly unknown[];
	readonly nextCursor: string | null;
}

/** A write is one transaction, including its audit record. A page is undefined for an unknown cursor. */
export interface Store {
	acceptCommand(request: CommandRequest): Document;
	acceptPipeline(steps: readonly CommandRequest[]): Document;
	createZap(request: ZapRequest): Document;
	listZaps(limit: number, cursor: string | undefined): Page | undefined;
	searchAudit(query: AuditQuery): Page | undefined;
	count(table: Table): number;
	close(): void;
}

/**
 * Ignores case: converts to upper case last, because the two lower-case sigmas are one letter. Returns bytes, because
 * libsql ends a text at its first NUL.
 */
const fold = (text: string): Buffer =>
	Buffer.from(text.toLowerCase().toUpperCase());
/** Does not occur in UTF-8, so that no match spans two texts. */
const SEPARATOR = Buffer.from([0xff]);

export function createStore(): Store {
	const sqlite = new Libsql(":memory:");
	sqlite.exec(SCHEMA);
	const cursors = createCursors();
	const createUlid = monotonicFactory();
	const createId = (prefix: string): string => `${prefix}_${createUlid()}`;
	// Values as an array, because libsql takes a single Buffer for named values and ends the process.
	const select = (sql: string, values: readonly SqlValue[]): Row[] =>
		sqlite
			.prepare(sql)
			.all(values)
			.filter((row): row is Row => typeof row === "object");

	function insert(table: Table, row: Readonly<Record<string, SqlValue>>): void {
		const columns = Object.keys(row);
		const places = columns.map(() => "?");
		sqlite
			.prepare(`INSERT INTO ${table} (${columns}) VALUES (${places})`)
			.run(Object.values(row));
	}

	function accept(
		table: Table,
		action: string,
		detail: Readonly<Record<string, string | number>>,
		create: (at: string) => Document,
	): Document {
		const time = Date.now();
		const at = new Date(time).toISOString();
		const document = create(at);
		const [type = ""] = action.split(".");
		const subject = { type, id: document.id };
		const record = { id: createId("aud"), at, action, subject, detail };
		const texts = [action, subject.id, ...Object.values(detail).map(String)];
		sqlite.transaction(() => {
			insert(table, { document: JSON.stringify(document) });
			insert("audit", {
				document: JSON.stringify(record),
				at: time,
				action,
				subject_type: type,
				subject_id: subject.id,
				searched: Buffer.concat(
					texts.flatMap((text) => [fold(text), SEPARATOR]),
				),
			});
		})();
		return document;
	}

	const createReceipt = ({ command, ...rest }: CommandRequest) => ({
		id: createId("cmd"),
		command,
		...("args" in rest && { args: rest.args }),
		status: "accepted",
	});

	function readPage(
		table: Table,
		limit: number,
		cursor: string | undefined,
		conditions: Readonly<Record<string, SqlValue | undefined>>,
	): Page | undefined {
		const before =
			cursor === undefined
				? Number.MAX_SAFE_INTEGER
				: cursors.read(table, cursor);
		if (before === undefined) return undefined;
		const given = Object.entries({ "seq < ?": before, ...conditions }).flatMap(
			([sql, value]) => (value === undefined ? [] : [{ sql, value }]),
		);
		// One more than requested, to know whether there is a next page.
		const rows = select(
			`SELECT seq, document FROM ${table} WHERE ${given.map(({ sql }) => sql).join(" AND ")}
			ORDER BY seq DESC LIMIT ?`,
			[...given.map(({ value }) => value), limit + 1],
		);
		const shown = rows.slice(0, limit);
		return {
			items: shown.map(({ document }) => JSON.parse(String(document))),
			nextCursor:
				rows.length > limit
					? cursors.issue(table, Number(shown.at(-1)?.seq))
					: null,
		};
	}

	return {
		acceptCommand: (request) =>
			accept(
				"commands",
				"command.submitted",
				{ command: request.command },
				(acceptedAt) => ({ ...createReceipt(request), acceptedAt }),
			),
		acceptPipeline: (steps) =>
			accept(
				"pipelines",
				"pipeline.submitted",
				{ steps: steps.length },
				(acceptedAt) => ({
					id: createId("pipe"),
					status: "accepted",
					acceptedAt,
					steps: steps.map(createReceipt),
				}),
			),
		createZap: (request) =>
			accept("zaps", "zap.created", { name: request.name }, (createdAt) => ({
				id: createId("zap"),
				...request,
				createdAt,
			})),
		listZaps: (limit, cursor) => readPage("zaps", limit, cursor, {}),
		searchAudit: ({ limit, cursor, ...query }) =>
			readPage("audit", limit, cursor, {
				"action = ?": query.action,
				"subject_type = ?": query.subjectType,
				"subject_id = ?": query.subjectId,
				"at >= ?": query.from && readInstant(query.from),
				"at < ?": query.to && readInstant(query.to),
				"instr(searched, ?) > 0": query.text && fold(query.text),
			}),
		count: (table) =>
			Number(select(`SELECT count(*) AS count FROM ${table}`, [])[0]?.count),
		close: () => sqlite.close(),
	};
}
