import { integer, object, text, time } from "./checks.ts";
import type { Operation } from "./operation.ts";
import { invalid } from "./problem.ts";
import type { AuditEntry, Json } from "./state.ts";
import { parseTime } from "./times.ts";

/** Folds case in both directions: sigma has two lower-case letters, and some capitals have a lower-case letter of their own. */
const foldCase = (text: string): string => text.toLowerCase().toUpperCase();

/** Creates the condition of a valid query. */
function createCondition(query: Json): (entry: AuditEntry) => boolean {
	const equals = (name: "action" | "subjectType" | "subjectId") => {
		const { [name]: wanted } = query;
		return (entry: AuditEntry) =>
			wanted === undefined || entry[name] === wanted;
	};
	const from = parseTime(String(query.from));
	const to = parseTime(String(query.to));
	const sought = foldCase(String(query.text ?? ""));
	const conditions: ((entry: AuditEntry) => boolean)[] = [
		equals("action"),
		equals("subjectType"),
		equals("subjectId"),
		({ at }) => from === undefined || at >= from,
		({ at }) => to === undefined || at < to,
		({ texts }) => texts.some((each) => foldCase(each).includes(sought)),
	];
	return (entry) => conditions.every((condition) => condition(entry));
}

export const searchAudit: Operation = {
	name: "searchAudit",
	check: object({
		"action?": text(),
		"subjectType?": text(),
		"subjectId?": text(),
		"from?": time,
		"to?": time,
		"text?": text(),
		"limit?": integer(1, 100),
		"cursor?": text(),
	}),
	run({ audit }, { limit = 20, cursor, ...query }) {
		const page = audit.readPage(
			Number(limit),
			cursor === undefined ? undefined : String(cursor),
			createCondition(query),
		);
		if (!page)
			throw invalid({
				pointer: "/cursor",
				code: "cursor",
				detail: "Was never issued.",
			});
		const items = page.items.map(({ record }) => record);
		return { status: 200, body: { ...page, items, took: 0, warnings: [] } };
	},
};
