import { randomBytes, randomUUID } from "node:crypto";
import { type Collection, createCollection } from "./collection.ts";
import { formatTime, type Microseconds } from "./times.ts";

export type Json = Readonly<Record<string, unknown>>;

/** An audit record and its search data. */
export interface AuditEntry {
	readonly record: Json;
	readonly at: Microseconds;
	readonly action: string;
	readonly subjectType: string;
	readonly subjectId: string;
	/** The texts that a search examines. The record does not contain all of them. */
	readonly texts: readonly string[];
}

export interface State {
	readonly zaps: Collection<Json>;
	readonly audit: Collection<AuditEntry>;
	readonly counts: { commands: number; pipelines: number };
	/** Creates ids that sort in the order of creation, even within a millisecond and when the clock is set back. */
	createId(prefix: string): string;
	addAuditRecord(event: {
		readonly action: string;
		readonly id: string;
		readonly at: Microseconds;
		/** Optional in the record. */
		readonly detail?: Json;
		readonly text: string;
	}): void;
}

const CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

export function createState(): State {
	const audit = createCollection<AuditEntry>();
	let last = 0n;
	const createId = (prefix: string): string => {
		const random = BigInt(`0x${randomBytes(10).toString("hex")}`);
		const next = (BigInt(Date.now()) << 80n) | random;
		last = next > last ? next : last + 1n;
		let ulid = "";
		for (let rest = last; ulid.length < 26; rest >>= 5n)
			ulid = `${CROCKFORD[Number(rest & 31n)]}${ulid}`;
		return `${prefix}_${ulid}`;
	};
	return {
		zaps: createCollection<Json>(),
		audit,
		counts: { commands: 0, pipelines: 0 },
		createId,
		addAuditRecord({ action, id, at, detail, text }) {
			const [type = ""] = action.split(".");
			const record = {
				id: createId("aud"),
				at: formatTime(at, 6),
				action,
				subject: { type, id, version: null },
				...(detail && { detail: { ...detail, changes: [], previous: null } }),
				actor: null,
				correlation: randomUUID(),
			};
			audit.add({
				record,
				at,
				action,
				subjectType: type,
				subjectId: id,
				texts: [action, id, text],
			});
		},
	};
}
