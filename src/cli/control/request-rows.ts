import pc from "picocolors";
import type { JournalEntry } from "../../journal/entry.ts";
import type { Cell, Row } from "./table.ts";

export const REQUEST_COLUMNS: readonly string[] = [
	"TIME",
	"SESSION",
	"METHOD",
	"PATH",
	"STATUS",
	"MS",
	"OPERATION",
	"FAULT",
];

/** What keeps most lines aligned where they are printed one by one. */
export const FOLLOW_WIDTHS: readonly number[] = [8, 10, 6, 30, 6, 6, 14];

function statusCell(status: number): Cell {
	if (status === 0) return { text: "broken", paint: pc.red };
	const paint = status >= 500 ? pc.red : status >= 400 ? pc.yellow : pc.green;
	return { text: `${status}`, paint };
}

function targetOf({ path, query }: JournalEntry): string {
	const pairs = Object.entries(query).flatMap(([name, values]) =>
		[values].flat().map((value) => [name, value]),
	);
	return pairs.length > 0 ? `${path}?${new URLSearchParams(pairs)}` : path;
}

const timeOf = (at: string): string =>
	new Date(at).toLocaleTimeString("en-GB", { hour12: false });

export const requestRow = (entry: JournalEntry): Row => [
	{ text: timeOf(entry.at), paint: pc.dim },
	entry.session,
	entry.method,
	targetOf(entry),
	statusCell(entry.status),
	entry.durationMs.toFixed(1),
	entry.operation ?? "-",
	entry.fault ?? "",
];

/** What a request that nothing matched came closest to, a line each. */
export const nearestLines = ({ nearest = [] }: JournalEntry): string[] =>
	nearest.map(({ operation, why }) =>
		pc.dim(`          close to ${operation}, but ${why}`),
	);

export const droppedNote = (dropped: number): string =>
	dropped === 0 ? "" : `${dropped} older ones had to leave the journal.`;

export const uncomparedNote = (uncompared: number): string =>
	uncompared === 0
		? ""
		: `${uncompared} more may be meant: ${uncompared === 1 ? "its body was" : "their bodies were"} cut at 64 KiB, and cannot be compared.`;
