import { monotonicFactory } from "ulid";
import { type Database, numberOf } from "./database.ts";
import type { CommandRequest, ZapRequest } from "./requests.ts";
import { searchedBytes } from "./search-text.ts";

interface Receipt extends CommandRequest {
	readonly id: string;
	readonly status: "accepted";
}

export interface Counts {
	readonly commands: number;
	readonly pipelines: number;
	readonly zaps: number;
	readonly auditRecords: number;
}

/** The writing operations. Each call is one transaction, including its audit record. */
export interface Store {
	acceptCommand(request: CommandRequest): Receipt & { acceptedAt: string };
	acceptPipeline(steps: readonly CommandRequest[]): {
		readonly id: string;
		readonly status: "accepted";
		readonly acceptedAt: string;
		readonly steps: readonly Receipt[];
	};
	createZap(request: ZapRequest): Readonly<Record<string, unknown>>;
	counts(): Counts;
}

interface AuditEntry {
	readonly at: number;
	readonly action: string;
	readonly subject: { readonly type: string; readonly id: string };
	readonly detail: Readonly<Record<string, string | number>>;
}

type Table = "zaps" | "commands" | "pipelines";

export function createStore(database: Database, now: () => number): Store {
	const ulid = monotonicFactory();
	const idOf = (prefix: string): string => `${prefix}_${ulid(now())}`;
	const iso = (at: number): string => new Date(at).toISOString();

	function insert(table: Table, document: { readonly id: string }): void {
		database.run(
			`INSERT INTO ${table} (id, document) VALUES (?, ?)`,
			document.id,
			JSON.stringify(document),
		);
	}

	function audit({ at, action, subject, detail }: AuditEntry): void {
		const id = idOf("aud");
		const document = { id, at: iso(at), action, subject, detail };
		database.run(
			`INSERT INTO audit (id, document, at, action, subject_type, subject_id, searched)
			VALUES (?, ?, ?, ?, ?, ?, ?)`,
			id,
			JSON.stringify(document),
			at,
			action,
			subject.type,
			subject.id,
			searchedBytes([action, subject.id, ...Object.values(detail).map(String)]),
		);
	}

	const receiptOf = (request: CommandRequest): Receipt => ({
		id: idOf("cmd"),
		...request,
		status: "accepted",
	});

	const count = (table: Table | "audit"): number =>
		numberOf(database.rows(`SELECT count(*) AS rows FROM ${table}`)[0], "rows");

	return {
		acceptCommand: (request) =>
			database.transaction(() => {
				const at = now();
				const receipt = { ...receiptOf(request), acceptedAt: iso(at) };
				insert("commands", receipt);
				audit({
					at,
					action: "command.submitted",
					subject: { type: "command", id: receipt.id },
					detail: { command: request.command },
				});
				return receipt;
			}),
		acceptPipeline: (requests) =>
			database.transaction(() => {
				const at = now();
				const receipt = {
					id: idOf("pipe"),
					status: "accepted" as const,
					acceptedAt: iso(at),
					steps: requests.map(receiptOf),
				};
				insert("pipelines", receipt);
				audit({
					at,
					action: "pipeline.submitted",
					subject: { type: "pipeline", id: receipt.id },
					detail: { steps: requests.length },
				});
				return receipt;
			}),
		createZap: ({ name, members }) =>
			database.transaction(() => {
				const at = now();
				const zap = { id: idOf("zap"), ...members, createdAt: iso(at) };
				insert("zaps", zap);
				audit({
					at,
					action: "zap.created",
					subject: { type: "zap", id: zap.id },
					detail: { name },
				});
				return zap;
			}),
		counts: () => ({
			commands: count("commands"),
			pipelines: count("pipelines"),
			zaps: count("zaps"),
			auditRecords: count("audit"),
		}),
	};
}
