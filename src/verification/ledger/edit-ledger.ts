import {
	isMap,
	isScalar,
	isSeq,
	type Pair,
	parse,
	parseDocument,
	type Scalar,
	type YAMLMap,
} from "yaml";

export type RecordedStatus = "confirmed" | "refuted";

/** An entry whose status was changed. */
export interface LedgerChange {
	readonly id: string;
	readonly from: string;
	readonly to: RecordedStatus;
}

/** Text to put in the place of what is there from `start` to `end`. */
interface Edit {
	readonly start: number;
	readonly end: number;
	readonly text: string;
}

const pairOf = (entry: YAMLMap, name: string): Pair | undefined =>
	entry.items.find(({ key }) => isScalar(key) && key.value === name);

function scalarOf(
	entry: YAMLMap,
	name: string,
	at: string,
): Scalar & { range: [number, number, number] } {
	const value = pairOf(entry, name)?.value;
	if (!isScalar(value) || !value.range || value.anchor !== undefined)
		throw new Error(`the ${name} of ${at} is no plain value`);
	return Object.assign(value, { range: value.range });
}

/** Written as JSON is, which is a YAML string wherever it stands. */
const quoted = (text: string): string => JSON.stringify(text);

function editStatus(
	text: string,
	entry: YAMLMap,
	at: string,
	status: string,
): Edit {
	const [start, end] = scalarOf(entry, "status", at).range;
	const quote = /^["']/.exec(text.slice(start, end))?.[0] ?? "";
	return { start, end, text: `${quote}${status}${quote}` };
}

function editEvidence(
	text: string,
	entry: YAMLMap,
	at: string,
	evidence: string,
): Edit {
	if (pairOf(entry, "evidence")) {
		const [start, end] = scalarOf(entry, "evidence", at).range;
		// An empty value stands right after its colon, and a block ends with the line.
		const before = text[start - 1] === ":" ? " " : "";
		const after = /\r?\n$/.exec(text.slice(start, end))?.[0] ?? "";
		return { start, end, text: `${before}${quoted(evidence)}${after}` };
	}
	const [start, end] = scalarOf(entry, "status", at).range;
	if (entry.flow)
		return { start: end, end, text: `, evidence: ${quoted(evidence)}` };
	const key = pairOf(entry, "status")?.key;
	const begin = isScalar(key) ? (key.range?.[0] ?? start) : start;
	const indent = " ".repeat(begin - (text.lastIndexOf("\n", begin - 1) + 1));
	// After whatever comment follows the status.
	const rest = /^[^\r\n]*/.exec(text.slice(end))?.[0] ?? "";
	const newline = text.includes("\r\n") ? "\r\n" : "\n";
	const place = end + rest.length;
	return {
		start: place,
		end: place,
		text: `${newline}${indent}evidence: ${quoted(evidence)}`,
	};
}

const apply = (text: string, edits: readonly Edit[]): string =>
	[...edits]
		.sort((a, b) => b.start - a.start)
		.reduce(
			(sofar, edit) =>
				sofar.slice(0, edit.start) + edit.text + sofar.slice(edit.end),
			text,
		);

/** The ledger's data with the changes made, to compare with what the edited text says. */
function expected(
	data: unknown,
	verdicts: ReadonlyMap<string, RecordedStatus>,
	evidence: string,
): unknown {
	return (data as Record<string, unknown>[]).map((entry) => {
		const status = verdicts.get(String(entry.id));
		return status === undefined || status === entry.status
			? entry
			: { ...entry, status, evidence };
	});
}

const canonical = (value: unknown): string =>
	JSON.stringify(value, (_, each) =>
		typeof each === "object" && each !== null && !Array.isArray(each)
			? Object.fromEntries(
					Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)),
				)
			: each,
	);

/**
 * Changes `status` and `evidence` of the entries whose status differs from their verdict, and no other byte.
 * @throws Error where the text is no ledger
 */
export function editLedger(
	text: string,
	verdicts: ReadonlyMap<string, RecordedStatus>,
	evidence: string,
): { text: string; changes: LedgerChange[] } {
	const document = parseDocument(text);
	const [error] = document.errors;
	if (error) throw new Error(error.message.split("\n")[0]?.replace(/:$/, ""));
	if (!isSeq(document.contents))
		throw new Error("it is no list of assumptions");
	const ids = document.contents.items.map((entry) =>
		isMap(entry) ? String(entry.get("id")) : "",
	);
	if (verdicts.size > 0 && !ids.some((id) => verdicts.has(id)))
		throw new Error("it has none of the assumptions that were verified");
	const changes: LedgerChange[] = [];
	const edits: Edit[] = [];
	for (const entry of document.contents.items) {
		if (!isMap(entry)) throw new Error("an entry of it is no object");
		const id = String(entry.get("id"));
		const from = String(entry.get("status"));
		const to = verdicts.get(id);
		if (to === undefined || to === from) continue;
		changes.push({ id, from, to });
		edits.push(
			editStatus(text, entry, id, to),
			editEvidence(text, entry, id, evidence),
		);
	}
	const edited = apply(text, edits);
	const wanted = expected(document.toJS(), verdicts, evidence);
	if (canonical(parse(edited)) !== canonical(wanted))
		throw new Error("its form leaves no room for status and evidence");
	return { text: edited, changes };
}
