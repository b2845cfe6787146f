import type { Switches } from "./differences.ts";
import { type Formats, type Id, readTime } from "./formats.ts";
import type { AuditQuery } from "./requests.ts";

interface Event {
	readonly at: number;
	readonly action: string;
	readonly type: string;
	readonly id: Id;
	readonly detail: object;
}

const DELAY_MS = 500;

export function createAudit({ has, pick }: Switches, formats: Formats) {
	const entries: { event: Event; record: object }[] = [];

	function isFound(event: Event, query: AuditQuery): boolean {
		const { at, action, type, detail } = event;
		const id = `${event.id}`;
		const { text = "", from, to = "9999-12-31T23:59:59Z" } = query;
		const fold = (value: unknown): string =>
			has("search-case-sensitive") ? `${value}` : `${value}`.toUpperCase();
		const end = readTime(to) + pick(0, { "search-to-inclusive": 1 });
		return (
			at <= Date.now() - pick(0, { "audit-delayed": DELAY_MS }) &&
			action === (query.action ?? action) &&
			type === (query.subjectType ?? type) &&
			id === (query.subjectId ?? id) &&
			(from === undefined || at >= readTime(from)) &&
			at < end &&
			[action, id, ...Object.values(detail)].some((searched) =>
				fold(searched).includes(fold(text)),
			)
		);
	}

	return {
		/** Returns the time of the record. */
		add(type: string, verb: string, id: Id, detail: object): number {
			const at = Date.now();
			if (type === "pipeline" && has("audit-pipelines-missing")) return at;
			const dot = pick(".", { "audit-actions-colon": ":" });
			const action = `${type}${dot}${verb}`;
			const subject = pick<object>(
				{ subject: { type, id } },
				{ "subject-flattened": { subjectType: type, subjectId: id } },
			);
			const time = formats.formatTime(at);
			const recordId = formats.nextId("aud");
			const record = { id: recordId, at: time, action, ...subject, detail };
			entries.push({ event: { at, action, type, id, detail }, record });
			return at;
		},
		count: () => entries.length,
		find: (query: AuditQuery): readonly object[] =>
			entries
				.filter(({ event }) => isFound(event, query))
				.map(({ record }) => record),
	};
}
