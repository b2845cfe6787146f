import { randomUUID } from "node:crypto";
import type { AuditEntry, Json } from "./archive.ts";
import { type Microseconds, writeMoment } from "./moment.ts";

interface Event {
	readonly id: string;
	readonly at: Microseconds;
	readonly action: string;
	readonly subject: { readonly type: string; readonly id: string };
	/** Optional in the record. */
	readonly detail?: Json;
	/** Texts about the subject, for searches. */
	readonly known: string;
}

export function auditEntry({
	id,
	at,
	action,
	subject,
	detail,
	known,
}: Event): AuditEntry {
	return {
		shown: {
			id,
			at: writeMoment(at, 6),
			action,
			subject: { ...subject, version: null },
			...(detail && { detail: { ...detail, changes: [], previous: null } }),
			actor: null,
			correlation: randomUUID(),
		},
		at,
		action,
		subjectType: subject.type,
		subjectId: subject.id,
		words: [action, subject.id, known],
	};
}
