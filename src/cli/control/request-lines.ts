import pc from "picocolors";
import type { RequestsPage } from "../../control/journal-control.ts";
import type { JournalEntry } from "../../journal/entry.ts";
import { formatTarget } from "../../journal/format-target.ts";
import { plural } from "../../values/plural.ts";
import { plain } from "../terminal/plain.ts";
import { type Cell, formatRows, formatTable, type Row } from "./table.ts";

const COLUMNS = "TIME SESSION METHOD PATH STATUS MS OPERATION FAULT".split(" ");

/** Aligns most lines that are printed one at a time. */
const MIN_WIDTHS = [8, 10, 6, 30, 6, 6, 14];

function formatStatus(status: number): Cell {
	if (status === 0) return { text: "broken", paint: pc.red };
	const paint = status >= 500 ? pc.red : status >= 400 ? pc.yellow : pc.green;
	return { text: `${status}`, paint };
}

const toRow = (entry: JournalEntry): Row => [
	{
		text: new Date(entry.at).toLocaleTimeString("en-GB", { hour12: false }),
		paint: pc.dim,
	},
	entry.session,
	entry.method,
	formatTarget(entry),
	formatStatus(entry.status),
	entry.durationMs.toFixed(1),
	entry.operation ?? "-",
	entry.fault ?? "",
];

/** Explains an entry below its line. */
const explain = ({ nearest = [], violations = [] }: JournalEntry): string[] => [
	...nearest.map(({ operation, why }) =>
		pc.dim(`          close to ${operation}, but ${why}`),
	),
	...violations.map(({ message }) =>
		pc.yellow(plain(`          violates ${message}`)),
	),
];

/** Formats one request for printing as it happens. */
export const formatRequest = (entry: JournalEntry): string[] => [
	...formatRows([toRow(entry)], MIN_WIDTHS),
	...explain(entry),
];

/** Says how many requests a list or a count may lack. */
export const formatDropped = ({
	dropped,
}: Pick<RequestsPage, "dropped">): string[] =>
	dropped === 0
		? []
		: [`The journal has dropped ${plural(dropped, "older request")}.`];

export function formatRequests(page: RequestsPage): string[] {
	const { requests, total } = page;
	const dropped = formatDropped(page);
	if (total === 0) return [["No requests found.", ...dropped].join(" ")];
	const table = formatTable(COLUMNS, requests.map(toRow));
	const lines = table.flatMap((line, index) => {
		// The first line of the table has the names of the columns.
		const entry = requests[index - 1];
		return entry ? [line, ...explain(entry)] : [line];
	});
	if (total > requests.length || dropped.length > 0)
		lines.push([`${requests.length} of ${total}.`, ...dropped].join(" "));
	return lines;
}
