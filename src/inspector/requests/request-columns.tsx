import { formatTarget } from "../../journal/to-journal-entry.ts";
import type { Item } from "../model/journal.ts";
import { plural } from "../ui/parts.tsx";
import type { Column } from "../ui/table.tsx";
import { Ago } from "../ui/time.tsx";
import {
	formatDuration,
	formatStatus,
	nameOperation,
	reasonsOf,
	toneOf,
} from "./exchanges.ts";
import type { EntryProps } from "./findings.tsx";

/** Shows what is unusual about an exchange, and why the request was rejected. */
function Marks({ entry }: EntryProps) {
	const { fault, forwarded, matched, violations } = entry;
	const reasons = reasonsOf(entry).join("; ");
	return (
		<>
			{matched && <span class="if-narrow">{nameOperation(entry)}</span>}
			{fault !== null && (
				<span class="badge odd" title={fault}>
					fault
				</span>
			)}
			{forwarded && <span class="badge">real service</span>}
			{!!violations?.length && (
				<span class="badge bad">{plural(violations.length, "violation")}</span>
			)}
			{reasons && (
				<span class="faint" title={reasons}>
					{reasons}
				</span>
			)}
		</>
	);
}

/** @param withSession whether the list has the requests of all sessions */
export const requestColumns = (
	withSession: boolean,
): readonly Column<Item>[] => [
	{
		title: "Method",
		width: "4.8rem",
		class: "mono",
		cell: ({ entry }) => entry.method,
	},
	{
		title: "Path",
		isLink: true,
		class: "mono",
		cell: ({ entry }) => (
			<span title={formatTarget(entry)}>{formatTarget(entry)}</span>
		),
	},
	{
		title: "Remarks",
		class: "marks below",
		cell: ({ entry }) => <Marks entry={entry} />,
	},
	{
		title: "Status",
		width: "4.2rem",
		cell: ({ entry }) => (
			<span class={toneOf(entry)}>{formatStatus(entry)}</span>
		),
	},
	{
		title: "Operation",
		from: "wide",
		width: "11rem",
		class: "faint",
		cell: ({ entry }) => nameOperation(entry),
	},
	...(withSession
		? [
				{
					title: "Session",
					from: "wide",
					width: "8rem",
					class: "faint",
					cell: ({ entry }: Item) => entry.session,
				} as const,
			]
		: []),
	{
		title: "Duration",
		from: "wide",
		width: "5.5rem",
		class: "number faint",
		cell: ({ entry }) => formatDuration(entry.durationMs),
	},
	{
		title: "Time",
		width: "5.8rem",
		class: "number faint",
		cell: ({ entry }) => <Ago at={entry.at} />,
	},
];
