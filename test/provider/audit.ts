import type { Switches } from "./differences.ts";
import { type Formats, type Id, readTime } from "./formats.ts";
import type { AuditQuery } from "./requests.ts";

interface Event {
	/** In milliseconds since 1970, possibly with a fraction. */
	readonly at: number;
	readonly action: string;
	readonly type: string;
	readonly id: Id;
	readonly detail: object;
}

const DELAY_MS = 500;
/** Ignores case: converts to upper case last, because two lower-case sigmas are one letter. */
const fold = (text: string): string => text.toLowerCase().toUpperCase();

export function createAudit(switches: Switches, formats: Formats) {
	const { has, pick, added } = switches;
	const entries: { event: Event; record: object }[] = [];
	const convert = has("search-case-sensitive") ? String : fold;

	function isFound(event: Event, query: AuditQuery): boolean {
		const { at, action, type, detail } = event;
		const id = `${event.id}`;
		const { text = "", from, to = "9999-12-31T23:59:59Z" } = query;
		const end = readTime(to) + pick(0, { "search-to-inclusive": 1 });
		return (
			at <= Date.now() - pick(0, { "audit-delayed": DELAY_MS }) &&
			action === (query.action ?? action) &&
			type === (query.subjectType ?? type) &&
			id === (query.subjectId ?? id) &&
			(from === undefined || at >= readTime(from)) &&
			at < end &&
			[action, id, ...Object.values(detail)].some((searched) =>
				convert(`${searched}`).includes(convert(text)),
			)
		);
	}

	return {
		/** Returns the time of the record. */
		add(type: string, verb: string, id: Id, detail: object): number {
			// The fraction that `formatTime` writes as 456 microseconds.
			const at = Date.now() - pick(0, { "times-mixed": 0.544 });
			if (type === "pipeline" && has("audit-pipelines-missing")) return at;
			const dot = pick(".", { "audit-actions-colon": ":" });
			const action = `${type}${dot}${verb}`;
			const subject = pick<object>(
				{ subject: { ...added, type, id } },
				{ "subject-flattened": { subjectType: type, subjectId: id } },
			);
			const hasDetail = type === "zap" || !has("detail-missing");
			const record = {
				...added,
				id: formats.nextId("aud"),
				at: formats.formatTime(at, "456"),
				action,
				...subject,
				detail: hasDetail ? { ...added, ...detail } : undefined,
			};
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
