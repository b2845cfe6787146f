import { useMemo, useState } from "preact/hooks";
import { useInspector } from "../model/inspector.ts";
import type { Item } from "../model/journal.ts";
import { defineField, useQueryForm } from "../ui/form-state.ts";
import { useCopy } from "../ui/json-view.tsx";
import { ListView, useStep } from "../ui/list-view.tsx";
import { Button, Empty } from "../ui/parts.tsx";
import { KINDS, selectItems } from "./exchanges.ts";
import { requestColumns } from "./request-columns.tsx";
import { RequestDetail } from "./request-detail.tsx";
import "./requests.css";

const idOf = ({ entry }: Item): string => entry.id;

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
	const togglePause = () => setPaused(paused ? undefined : items);
	const form = useQueryForm();
	const { assumption } = query;
	return (
		<ListView
			nouns={["request", "requests"]}
			form={form}
			filters={useFilters(items)}
			columns={requestColumns(session.value === undefined)}
			items={selected}
			opened={id}
			idOf={idOf}
			hrefOf={({ entry }) => router.link({ id: entry.id })}
			step={useStep(selected, idOf)}
			onClose={() => router.go({ id: "" })}
			keys={[{ key: "p", does: paused ? "Resume" : "Pause", run: togglePause }]}
			tools={
				<>
					{assumption && (
						<Button
							label={`uses ${assumption} ✕`}
							title="Remove this condition"
							onClick={() => form.set("assumption", "")}
						/>
					)}
					<StatusLine
						shown={selected.length}
						total={source.length}
						missed={paused && items.length - paused.length}
						onPause={togglePause}
					/>
				</>
			}
			empty={<NoRequests isFiltered={source.length > 0} />}
			panel={
				id
					? (nav) => (
							<RequestDetail
								{...nav}
								key={id}
								id={id}
								entry={source.find((item) => idOf(item) === id)?.entry}
							/>
						)
					: undefined
			}
		/>
	);
}

const TEXT = defineField("text", "Search path, headers, bodies", "search");

const STATUS = defineField("status", "Status", "choice", {
	options: [
		["", "Any status"],
		...[2, 3, 4, 5].map((digit) => [`${digit}`, `${digit}xx`] as const),
		["0", "broken"],
	],
});

const KIND = defineField("only", "Kind", "choice", {
	options: [
		["", "All kinds"],
		...KINDS.map(([name, label]) => [name, label] as const),
	],
});

/** Returns the filters of the list. The operations are those of its items. */
const useFilters = (items: readonly Item[]) =>
	useMemo(() => {
		const found = new Set(items.flatMap(({ entry }) => entry.operation ?? []));
		const names = [...found].sort().map((name) => [name, name] as const);
		const operation = defineField("operation", "Operation", "choice", {
			options: [["", "All operations"], ...names],
		});
		return [TEXT, operation, STATUS, KIND];
	}, [items]);

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
		<div class="row grow">
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
		</div>
	);
}
