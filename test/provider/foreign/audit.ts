import type { Switches } from "./differences.ts";
import { type Formats, type Id, readTime } from "./formats.ts";
import type { Metrics } from "./metrics.ts";
import type { Entry } from "./pages.ts";
import type { AuditQuery } from "./requests.ts";

interface AuditEntry extends Entry {
	readonly at: number;
	readonly action: string;
	readonly type: string;
	readonly id: Id;
	readonly detail: object;
}

const DELAY_MS = 500;

export function createAudit(
	{ has, pick }: Switches,
	formats: Formats,
	metrics: Metrics,
) {
	const entries: AuditEntry[] = [];

	function isFound(
		{ at, action, type, id, detail }: AuditEntry,
		{ text = "", from, to, ...query }: AuditQuery,
	): boolean {
		const fold = (value: unknown): string =>
			has("search-case-sensitive") ? `${value}` : `${value}`.toUpperCase();
		const details = Object.values(detail);
		const texts = pick([action, id, ...details], {
			"search-detail-only": details,
		});
		const end = to === undefined ? Number.POSITIVE_INFINITY : readTime(to);
		return (
			action === (query.action ?? action) &&
			type === (query.subjectType ?? type) &&
			`${id}` === (query.subjectId ?? `${id}`) &&
			(from === undefined || at >= readTime(from)) &&
			(at < end || (at === end && has("search-to-inclusive"))) &&
			texts.some((searched) => fold(searched).includes(fold(text)))
		);
	}

	return {
		/** Returns the time of the record. */
		add(type: string, verb: string, id: Id, detail: object): number {
			const at = Date.now();
			if (type === "pipeline" && has("audit-pipelines-missing")) return at;
			const action = pick(`${type}.${verb}`, {
				"audit-actions-colon": `${type}:${verb}`,
			});
			const time = formats.formatTime(at);
			const shown = {
				id: formats.nextId("aud"),
				...pick<object>(
					{ at: time },
					{ "audit-timestamp": { timestamp: time } },
				),
				action,
				...pick<object>(
					{ subject: { type, id } },
					{ "subject-flattened": { subjectType: type, subjectId: id } },
				),
				detail,
			};
			metrics.auditRecords.inc();
			const sequence = entries.length;
			entries.push({ sequence, shown, at, action, type, id, detail });
			return at;
		},
		find(query: AuditQuery): readonly Entry[] {
			const latest = Date.now() - pick(0, { "audit-delayed": DELAY_MS });
			return entries.filter(
				(entry) => entry.at <= latest && isFound(entry, query),
			);
		},
	};
}
