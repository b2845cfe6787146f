import type { AuditEntry, Json } from "./archive.ts";
import { moment, shape, text, wholeNumber } from "./demands.ts";
import { toMicroseconds } from "./moment.ts";
import type { Operation } from "./operation.ts";
import { doesNotFit } from "./refusal.ts";

/** Folds case in both directions: sigma has two lower-case letters, and some capitals have a lower-case letter of their own. */
const caseless = (text: string): string => text.toLowerCase().toUpperCase();

/** Whether an entry matches every filter of a valid query. */
function wantedBy(query: Json): (entry: AuditEntry) => boolean {
	const conditions: ((entry: AuditEntry) => boolean)[] = [];
	const { action, subjectType, subjectId, from, to, text } = query;
	if (action !== undefined) conditions.push((entry) => entry.action === action);
	if (subjectType !== undefined)
		conditions.push((entry) => entry.subjectType === subjectType);
	if (subjectId !== undefined)
		conditions.push((entry) => entry.subjectId === subjectId);
	const since = toMicroseconds(String(from));
	if (since !== undefined) conditions.push(({ at }) => at >= since);
	const until = toMicroseconds(String(to));
	if (until !== undefined) conditions.push(({ at }) => at < until);
	if (text !== undefined) {
		const sought = caseless(String(text));
		conditions.push(({ words }) =>
			words.some((word) => caseless(word).includes(sought)),
		);
	}
	return (entry) => conditions.every((condition) => condition(entry));
}

export const searchAudit: Operation = {
	name: "searchAudit",
	demand: shape({
		"action?": text(),
		"subjectType?": text(),
		"subjectId?": text(),
		"from?": moment,
		"to?": moment,
		"text?": text(),
		"limit?": wholeNumber(1, 100),
		"cursor?": text(),
	}),
	answer({ archive }, body) {
		const { limit = 20, cursor } = body;
		const slice = archive.sliceAudit(
			{
				limit: Number(limit),
				cursor: cursor === undefined ? undefined : String(cursor),
			},
			wantedBy(body),
		);
		if (!slice)
			throw doesNotFit({
				pointer: "/cursor",
				code: "cursor",
				detail: "We never gave that out.",
			});
		return { status: 200, body: { ...slice, took: 0, warnings: [] } };
	},
};
