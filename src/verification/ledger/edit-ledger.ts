import { isDeepStrictEqual } from "node:util";
import {
	isMap,
	isScalar,
	isSeq,
	parse,
	parseDocument,
	type Range,
	type YAMLMap,
} from "yaml";

export type RecordedStatus = "confirmed" | "refuted";

/** An assumption whose recorded status changed. */
export interface LedgerChange {
	readonly id: string;
	readonly from: string;
	readonly to: RecordedStatus;
}

/** The text that replaces a range. */
type Edit = readonly [start: number, end: number, replacement: string];

function findRange(entry: YAMLMap, name: string): Range {
	const value = entry.get(name, true);
	if (!isScalar(value) || !value.range || value.anchor !== undefined)
		throw new Error(`the ${name} of ${entry.get("id")} is no plain value`);
	return value.range;
}

function editStatus(text: string, entry: YAMLMap, status: string): Edit {
	const [start, end] = findRange(entry, "status");
	const quote = /^["']/.exec(text.slice(start, end))?.[0] ?? "";
	return [start, end, `${quote}${status}${quote}`];
}

function editEvidence(text: string, entry: YAMLMap, evidence: string): Edit {
	// A JSON string is a valid YAML string everywhere.
	const quoted = JSON.stringify(evidence);
	if (entry.has("evidence")) {
		const [start, end] = findRange(entry, "evidence");
		// An empty value starts right after the colon, and a block scalar ends with the line.
		const before = text[start - 1] === ":" ? " " : "";
		const [after = ""] = /\r?\n$/.exec(text.slice(start, end)) ?? [];
		return [start, end, `${before}${quoted}${after}`];
	}
	const [, end] = findRange(entry, "status");
	if (entry.flow) return [end, end, `, evidence: ${quoted}`];
	const first = entry.range?.[0] ?? 0;
	const indent = " ".repeat(first - (text.lastIndexOf("\n", first - 1) + 1));
	const newline = text.includes("\r\n") ? "\r\n" : "\n";
	// A comment may follow the status on its line.
	const lineEnd = end + text.slice(end).search(/[\r\n]|$/);
	return [lineEnd, lineEnd, `${newline}${indent}evidence: ${quoted}`];
}

/**
 * Sets `status` and `evidence` of the entries whose status changes, and keeps every other byte.
 * @throws Error if the text is no ledger
 */
export function editLedger(
	text: string,
	statuses: ReadonlyMap<string, RecordedStatus>,
	evidence: string,
): { text: string; changes: LedgerChange[] } {
	const document = parseDocument(text);
	const [error] = document.errors;
	if (error) throw new Error(error.message.split("\n")[0]?.replace(/:$/, ""));
	if (!isSeq(document.contents))
		throw new Error("it is no list of assumptions");
	const changes: LedgerChange[] = [];
	const edits: Edit[] = [];
	let isVerified = statuses.size === 0;
	for (const [index, entry] of document.contents.items.entries()) {
		if (!isMap(entry)) throw new Error("an entry is no object");
		const id = String(entry.get("id"));
		const from = String(entry.get("status"));
		const to = statuses.get(id);
		isVerified ||= to !== undefined;
		if (to === undefined || to === from) continue;
		changes.push({ id, from, to });
		edits.push(
			editStatus(text, entry, to),
			editEvidence(text, entry, evidence),
		);
		document.setIn([index, "status"], to);
		document.setIn([index, "evidence"], evidence);
	}
	if (!isVerified) throw new Error("it has none of the verified assumptions");
	const edited = edits
		.sort(([a], [b]) => b - a)
		.reduce(
			(result, [start, end, replacement]) =>
				result.slice(0, start) + replacement + result.slice(end),
			text,
		);
	if (!isDeepStrictEqual(parse(edited), document.toJS()))
		throw new Error("its format leaves no room for status and evidence");
	return { text: edited, changes };
}
