import type { ComponentChildren } from "preact";
import { useMemo, useState } from "preact/hooks";
import { useInspector, useListKeys } from "../model/inspector.ts";
import type { Item } from "../model/journal.ts";
import type { Options } from "../ui/choice.tsx";
import { Input } from "../ui/form.tsx";
import { defineField, type FormField, useQueryForm } from "../ui/form-state.ts";
import { useCopy } from "../ui/json-view.tsx";
import { Button, Empty } from "../ui/parts.tsx";
import { Table } from "../ui/table.tsx";
import { KINDS, selectItems } from "./exchanges.ts";
import { requestColumns } from "./request-columns.tsx";
import { RequestDetail } from "./request-detail.tsx";
import "./requests.css";

/** Shows the exchanges as they arrive, and the details of one. */
export function RequestsView() {
	const { router, journal, session } = useInspector();
	const { id, query } = router.route.value;
	const items = journal.items.value;
	/** The items of the list while it is paused. */
	const [paused, setPaused] = useState<readonly Item[]>();
	const source = paused ?? items;
	const selected = useMemo(
		() => selectItems(source, { ...query, session: session.value }),
		[source, query, session.value],
	);
	const found = source.find(({ entry }) => entry.id === id);
	const index = found ? selected.indexOf(found) : -1;

	const togglePause = () => setPaused(paused ? undefined : items);
	const close = () => router.go({ id: "" });
	function step(by: 1 | -1): void {
		const item = selected[Math.max(index + by, 0)];
		if (item) router.go({ id: item.entry.id }, { replace: id !== "" });
	}
	useListKeys(
		{
			...{ nouns: ["request", "requests"], searchId: SEARCH_ID, step },
			close: id ? close : undefined,
		},
		[{ key: "p", does: paused ? "Resume" : "Pause", run: togglePause }],
	);
	const columns = useMemo(
		() => requestColumns(session.value === undefined),
		[session.value],
	);
	return (
		<div class={id ? "split has-panel" : "split"}>
			<section class="list" aria-label="Requests">
				<FilterBar onOpen={() => step(1)}>
					<StatusLine
						shown={selected.length}
						total={source.length}
						missed={paused && items.length - paused.length}
						onPause={togglePause}
					/>
				</FilterBar>
				{selected.length > 0 ? (
					<Table
						label="Requests"
						columns={columns}
						items={selected}
						opened={id}
						idOf={({ entry }) => entry.id}
						hrefOf={({ entry }) => router.link({ id: entry.id })}
					/>
				) : (
					<NoRequests isFiltered={source.length > 0} />
				)}
			</section>
			{id && (
				<RequestDetail
					key={id}
					id={id}
					entry={found?.entry}
					onClose={close}
					onNext={index < selected.length - 1 ? () => step(1) : undefined}
					onPrevious={index > 0 ? () => step(-1) : undefined}
				/>
			)}
		</div>
	);
}

const SEARCH_ID = "requests-search";

const TEXT = defineField("text", "Search path, headers and bodies", "search", {
	placeholder: "Search path, headers, bodies",
});

const choice = (
	name: string,
	label: string,
	all: string,
	options: Options,
): FormField =>
	defineField(name, label, "choice", { options: [["", all], ...options] });

const STATUSES: Options = [
	...[2, 3, 4, 5].map((digit) => [`${digit}`, `${digit}xx`] as const),
	["0", "broken"],
];

const KIND_CHOICES: Options = KINDS.map(([name, label]) => [name, label]);

interface FilterProps {
	onOpen(): void;
	readonly children: ComponentChildren;
}

/**
 * The filters of the list, which are part of the address.
 * @param onOpen opens the first request of the list
 */
function FilterBar({ onOpen, children }: FilterProps) {
	const { router, journal } = useInspector();
	const { assumption } = router.route.value.query;
	const items = journal.items.value;
	const operations = useMemo(() => listOperations(items), [items]);
	const form = useQueryForm();
	const fields = [
		choice("operation", "Operation", "All operations", operations),
		choice("status", "Status", "Any status", STATUSES),
		choice("only", "Kind", "All kinds", KIND_CHOICES),
	];
	return (
		<search class="toolbar" aria-label="Filter requests">
			<Input
				id={SEARCH_ID}
				form={form}
				field={TEXT}
				aria-label={TEXT.label}
				onKeyDown={({ key }: KeyboardEvent) => {
					if (key === "Enter") onOpen();
				}}
			/>
			{fields.map((field) => (
				<Input
					key={field.name}
					form={form}
					field={field}
					aria-label={field.label}
					class={form.values[field.name] ? "is-set" : undefined}
				/>
			))}
			{assumption && (
				<Button
					label={`uses ${assumption} ✕`}
					title="Remove this condition"
					onClick={() => form.set("assumption", "")}
				/>
			)}
			{children}
		</search>
	);
}

const listOperations = (items: readonly Item[]): Options =>
	[...new Set(items.map(({ entry }) => entry.operation))]
		.filter((name) => name !== null)
		.sort()
		.map((name) => [name, name]);

/** The names of the filters in the address, without the session. */
const CONDITIONS = ["text", "operation", "status", "only", "assumption"];

function NoRequests({ isFiltered }: { readonly isFiltered: boolean }) {
	const { connection, router, session } = useInspector();
	const copy = useCopy();
	const { query } = router.route.value;
	const name = session.value;
	const none = Object.fromEntries(CONDITIONS.map((name) => [name, ""]));
	const showAll = () => router.go({ query: none });
	if (isFiltered && CONDITIONS.some((condition) => query[condition]))
		return (
			<Empty title="No request matches the filter">
				<Button label="Show all requests" onClick={showAll} />
			</Empty>
		);
	const where = name === undefined ? "" : ` in the session ${name}`;
	const { basePath, operations } = connection.service.value;
	const sent = operations.find(
		({ method, path }) => method === "GET" && !path.includes("{"),
	);
	const header = name === undefined ? "" : ` -H 'Mock-Session: ${name}'`;
	const command = `curl ${location.origin}${sent?.path ?? basePath}${header}`;
	return (
		<Empty
			title={`No requests${where} yet`}
			text="They appear here as they arrive. Send the first one:"
		>
			<p class="row">
				<code class="raised">{command}</code>
				<Button
					label="Copy"
					class="primary"
					onClick={() => copy(command, "the command")}
				/>
			</p>
		</Empty>
	);
}

interface StatusProps {
	readonly shown: number;
	readonly total: number;
	/** The number of requests that arrived since the list was paused. */
	readonly missed: number | undefined;
	onPause(): void;
}

/** Shows the number of listed and missing requests. Pauses and clears the list. */
function StatusLine({ shown, total, missed, onPause }: StatusProps) {
	const { journal, ask, session } = useInspector();
	const rate = journal.sampledRate.value;
	const name = session.value;
	const whose = name === undefined ? "all sessions" : `the session ${name}`;
	const clear = () =>
		ask({
			title: "Delete the recorded requests?",
			text: `All recorded requests of ${whose} are deleted, also for other users of this mock. The state does not change.`,
			label: "Delete requests",
			done: `Deleted the recorded requests of ${whose}.`,
			run: (control) => control.clearRequests(),
		});
	return (
		<>
			<span class="grow faint" role="status">
				{shown < total && `${shown} of `}
				{total} {total === 1 && shown === 1 ? "request" : "requests"}
				{journal.isCut.value
					? ". The page shows the newest only."
					: journal.dropped.value > 0 && (
							<span title="To keep more requests, start the mock with --journal 10000">
								. Older ones were dropped: the journal is full.
							</span>
						)}
				{rate > 0 && (
					<strong class="odd">
						{" "}
						{rate.toLocaleString()} requests a second: the list shows a sample.
						The rest follows when it is calm.
					</strong>
				)}
				{missed !== undefined && (
					<strong class="odd"> Paused. {missed} new requests.</strong>
				)}
			</span>
			<Button
				label={missed === undefined ? "Pause" : "Resume"}
				aria-pressed={missed !== undefined}
				onClick={onPause}
			/>
			<Button label="Clear…" onClick={clear} disabled={total === 0} />
		</>
	);
}
